import type { ConsoleContext } from './console-context.ts'

/** What was written in the form that is sent to this address, where its page is shown again; otherwise nothing. */
export function submittedTo(
  { hono, form }: Pick<ConsoleContext, 'hono' | 'form'>,
  action: string,
): URLSearchParams {
  return hono.req.path === action ? form : new URLSearchParams()
}
