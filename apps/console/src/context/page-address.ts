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

/** A path of this console to go back to; anything that could lead elsewhere becomes the start page. */
export function returnPath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined) return '/'
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)
  const base = 'http://console.invalid'
  return isPath && new URL(wanted, base).origin === base ? wanted : '/'
}

/** The id that stands in the address of a page or an action. */
export function idOf({ hono }: Pick<ConsoleContext, 'hono'>): string {
  return hono.req.param('id') ?? ''
}

/** What stands in a field of an address; `undefined` where it says nothing. */
export function queryText(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name)?.trim().replaceAll('\0', '') ?? ''
  return value === '' ? undefined : value
}
