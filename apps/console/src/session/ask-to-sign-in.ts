import { goTo, wantsJson } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { backTo } from '../context/page-address.ts'

/** The sign-in page, which leads to `target` afterwards. */
export const signInPath = (target: string): string =>
  target === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(target)}`

/** Asks an anonymous visitor of a members' page to sign in, and leads back afterwards. */
export function askToSignIn(context: ConsoleContext): Response {
  if (wantsJson(context.hono)) {
    return context.hono.json({ ok: false, error: { message: context.text.problem.signedOut } }, 401)
  }
  const isForm = context.hono.req.method !== 'GET'
  return goTo(context, signInPath(backTo(context)), isForm ? { name: 'formLost', about: '' } : undefined)
}
