import type { Visit } from './visit.ts'

/** The address of the page that is visited, with its filter and its place in a list, to come back to. */
export function addressOf({ path, query }: Pick<Visit, 'path' | 'query'>): string {
  const written = query.toString()
  return written === '' ? path : `${path}?${written}`
}
