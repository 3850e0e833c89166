/** What stands in a page as a browser reads it. */
export const unescaped = (html = '') =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** In a pattern, an address as pages have it. */
const escapedPattern = (address: string): string => RegExp.escape(address.replaceAll('&', '&amp;'))

/** The hidden fields of the first form that is sent to an address, as a browser would send them. */
export function fieldsOf(page: string, action: string): Record<string, string[]> {
  const form =
    new RegExp(`<form method="post" action="${escapedPattern(action)}".*?</form>`, 's').exec(page)?.[0] ?? ''
  const fields: Record<string, string[]> = {}
  for (const [, name = '', value] of form.matchAll(/type="hidden" name="([\w.]+)" value="([^"]*)"/g)) {
    if (name !== 'csrf') fields[name] = [...(fields[name] ?? []), unescaped(value)]
  }
  return fields
}
