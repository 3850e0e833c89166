import { headerAddress } from '@pictoglyph/web/redirect'
import type { ConsoleContext } from './console-context.ts'
import { type Notice, writeNotice } from './notice.ts'
import { passOnCarried } from './shown-once.ts'

const noticeSeconds = 60

/** Redirects the browser, with the cookies that were set. */
export function redirect(
  { hono }: Pick<ConsoleContext, 'hono'>,
  address: string,
  status: 301 | 303,
): Response {
  return hono.redirect(headerAddress(address), status)
}

/** Answers a form with a redirect and a notice. A once-only value of the page is shown again. */
export function goTo(context: ConsoleContext, path: string, notice?: Notice): Response {
  if (notice !== undefined) {
    context.services.cookies.set(context.hono, 'notice', writeNotice(notice), noticeSeconds)
  }
  passOnCarried(context, path)
  return redirect(context, path, 303)
}

/** Whether the request comes from a script, which reads JSON. */
export function wantsJson({ req }: { req: ConsoleRequest }): boolean {
  return (req.header('accept') ?? '').toLowerCase().startsWith('application/json')
}

type ConsoleRequest = ConsoleContext['hono']['req']
