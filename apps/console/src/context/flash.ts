import { redirect } from './answers.ts'
import type { SignedInContext } from './console-context.ts'
import { passOn } from './shown-once.ts'

/**
 * Answers a form that made a secret by leading to the page at `path`, which shows it this once: the page can be
 * reloaded and come back to, and nothing is made again.
 */
export function flashSecret(context: SignedInContext, path: string, secret: string): Response {
  passOn(context, path, secret)
  return redirect(context, path, 303)
}
