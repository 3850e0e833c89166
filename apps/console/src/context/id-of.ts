import type { ConsoleContext } from './console-context.ts'

/** The id that stands in the address of a page or an act. */
export function idOf({ hono }: Pick<ConsoleContext, 'hono'>): string {
  return hono.req.param('id') ?? ''
}
