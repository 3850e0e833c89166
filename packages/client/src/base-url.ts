/** The path of an operation at the end of an address. People copy it as often as the base address. */
const operation = /\/api\/(?:v1\/upload|public\/(?:encrypt|decrypt|options))$/

/** An address under a base address, which may have a path of its own. @throws {TypeError} */
export function addressUnder(baseUrl: string, path: string): string {
  const { protocol, href } = new URL(baseUrl)
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`${baseUrl} is not an http or https address`)
  }
  const base = withoutTrailingSlashes(href.replace(/[?#].*$/s, ''))
  return withoutTrailingSlashes(base.replace(operation, '')) + path
}

function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
