import { backTo } from '../visit/address-of.ts'
import { goTo, wantsJson } from '../visit/answers.ts'
import type { Visit } from '../visit/visit.ts'
import { signInPath } from './sign-in-path.ts'

/** Answers somebody who is not signed in where only members are let in, and leads back there afterwards. */
export function askToSignIn(visit: Visit): Response {
  if (wantsJson(visit.context)) {
    return visit.context.json({ ok: false, error: { message: visit.text.problem.signedOut } }, 401)
  }
  const isForm = visit.context.req.method !== 'GET'
  return goTo(visit, signInPath(backTo(visit)), isForm ? { name: 'formLost', about: '' } : undefined)
}
