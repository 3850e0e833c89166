import type { Visit } from './visit.ts'

/** The id that stands in the address of a page or an act. */
export function idOf({ context }: Pick<Visit, 'context'>): string {
  return context.req.param('id') ?? ''
}
