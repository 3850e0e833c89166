import type { ConsoleContext } from './console-context.ts'

/** The address of a page, with its filter and its position in a list. */
export function addressOf({ path, query }: Pick<ConsoleContext, 'path' | 'query'>): string {
  const written = query.toString()
  return written === '' ? path : `${path}?${written}`
}

/** The address to return to: the current page, or the page of the sent form. */
export function backTo(context: Pick<ConsoleContext, 'hono' | 'path' | 'query' | 'page'>): string {
  return context.hono.req.method === 'GET' ? addressOf(context) : context.page
}

/** A path of this console to return to; anything that could lead elsewhere becomes the start page. */
export function returnPath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined) return '/'
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)
  const base = 'http://console.invalid'
  return isPath && new URL(wanted, base).origin === base ? wanted : '/'
}

/** The id in the address of a page or an action. */
export function idOf({ hono }: Pick<ConsoleContext, 'hono'>): string {
  return hono.req.param('id') ?? ''
}

/** The position of a list in an address, for its query. */
export function placeIn(query: URLSearchParams): { after?: string } {
  const after = queryText(query, 'after')
  return after === undefined ? {} : { after }
}

/** The value of a field in an address; `undefined` if empty. */
export function queryText(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name)?.trim().replaceAll('\0', '') ?? ''
  return value === '' ? undefined : value
}
