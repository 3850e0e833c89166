import type { ConsoleContext } from './console-context.ts'

/** The address of a page, with its filter and its place in a list. */
export function addressOf({ path, query }: Pick<ConsoleContext, 'path' | 'query'>): string {
  const written = query.toString()
  return written === '' ? path : `${path}?${written}`
}

/** Where to come back to: the address that is visited or, where a form was sent, the page that it stands on. */
export function backTo(context: Pick<ConsoleContext, 'hono' | 'path' | 'query' | 'page'>): string {
  return context.hono.req.method === 'GET' ? addressOf(context) : context.page
}
