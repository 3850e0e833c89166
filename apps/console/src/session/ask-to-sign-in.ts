import { backTo } from '../context/address-of.ts'
import { goTo, wantsJson } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { signInPath } from './sign-in-path.ts'

/** Answers somebody who is not signed in where only members are let in, and leads back there afterwards. */
export function askToSignIn(context: ConsoleContext): Response {
  if (wantsJson(context.hono)) {
    return context.hono.json({ ok: false, error: { message: context.text.problem.signedOut } }, 401)
  }
  const isForm = context.hono.req.method !== 'GET'
  return goTo(context, signInPath(backTo(context)), isForm ? { name: 'formLost', about: '' } : undefined)
}
