import { headerAddress } from '@pictoglyph/web/redirect'
import type { ConsoleContext } from './console-context.ts'
import { type Notice, writeNotice } from './notice.ts'
import { passOnCarried } from './shown-once.ts'

const noticeSeconds = 60

/** Sends the browser on, with the cookies that were set. */
export function redirect(
  { hono }: Pick<ConsoleContext, 'hono'>,
  address: string,
  status: 301 | 303,
): Response {
  return hono.redirect(headerAddress(address), status)
}

/** Answers a form by sending the browser to a page, with what to tell there. A value that it shows once it goes on to show. */
export function goTo(context: ConsoleContext, path: string, notice?: Notice): Response {
  if (notice !== undefined) {
    context.services.cookies.set(context.hono, 'notice', writeNotice(notice), noticeSeconds)
  }
  passOnCarried(context, path)
  return redirect(context, path, 303)
}

/** Whether a script asks, which reads JSON and not pages. */
export function wantsJson({ req }: { req: ConsoleRequest }): boolean {
  return (req.header('accept') ?? '').toLowerCase().startsWith('application/json')
}

type ConsoleRequest = ConsoleContext['hono']['req']
