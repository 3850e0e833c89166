import { redirect } from './answers.ts'
import type { SignedInContext } from './console-context.ts'
import { passOn } from './shown-once.ts'

/**
 * Answers a form that created a secret by a redirect to `path`, which shows it once. Reloading and going back create
 * nothing again.
 */
export function flashSecret(context: SignedInContext, path: string, secret: string): Response {
  passOn(context, path, secret)
  return redirect(context, path, 303)
}
