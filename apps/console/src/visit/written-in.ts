import type { Visit } from './visit.ts'

/** What was written in the form that is sent to this address, where its page is shown again; otherwise nothing. */
export function writtenIn(
  { context, form }: Pick<Visit, 'context' | 'form'>,
  action: string,
): URLSearchParams {
  return context.req.path === action ? form : new URLSearchParams()
}
