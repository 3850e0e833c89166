/** What stands in a field of an address; `undefined` where it says nothing. */
export function queryText(query: URLSearchParams, name: string): string | undefined {
  const value = query.get(name)?.trim().replaceAll('\0', '') ?? ''
  return value === '' ? undefined : value
}
