import { goTo, wantsJson } from '../visit/answers.ts'
import type { Visit } from '../visit/visit.ts'

/**
 * Answers somebody who is not signed in where only members are let in; a page is come back to afterwards.
 * @param page where one who sent a form is led back to
 */
export function askToSignIn(visit: Visit, page: string): Response {
  if (wantsJson(visit.context)) {
    return visit.context.json({ ok: false, error: { message: visit.text.problem.signedOut } }, 401)
  }
  const { method, url } = visit.context.req
  const target = method === 'GET' ? visit.path + new URL(url).search : page
  const path = target === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(target)}`
  return goTo(visit, path, method === 'GET' ? undefined : { name: 'formLost', about: '' })
}
