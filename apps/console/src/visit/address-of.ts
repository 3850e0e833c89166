import type { Visit } from './visit.ts'

/** The address of a page, with its filter and its place in a list. */
export function addressOf({ path, query }: Pick<Visit, 'path' | 'query'>): string {
  const written = query.toString()
  return written === '' ? path : `${path}?${written}`
}

/** Where to come back to: the address that is visited or, where a form was sent, the page that it stands on. */
export function backTo(visit: Pick<Visit, 'context' | 'path' | 'query' | 'page'>): string {
  return visit.context.req.method === 'GET' ? addressOf(visit) : visit.page
}
