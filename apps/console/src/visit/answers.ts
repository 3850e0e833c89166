import { type Notice, writeNotice } from './notice.ts'
import type { Visit } from './visit.ts'

const noticeSeconds = 60

/** Answers a form by sending the browser to a page, with what to tell there. */
export function goTo(visit: Visit, path: string, notice?: Notice): Response {
  if (notice !== undefined) {
    visit.services.cookies.set(visit.context, 'notice', writeNotice(notice), noticeSeconds)
  }
  return visit.context.redirect(path, 303)
}

/** Whether a script asks, which reads JSON and not pages. */
export function wantsJson({ req }: { req: ConsoleRequest }): boolean {
  return (req.header('accept') ?? '').startsWith('application/json')
}

type ConsoleRequest = Visit['context']['req']
