/** The path of an operation at the end of an address: people copy that of the operation as often as the base. */
const operation = /\/api\/(?:v1\/upload|public\/(?:encrypt|decrypt|options))$/

/** An address under a base address, which may have a path of its own. @throws {TypeError} */
export function addressUnder(baseUrl: string, path: string): string {
  const { protocol, href } = new URL(baseUrl)
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`${baseUrl} is not an http or https address`)
  }
  const base = href.replace(/[?#].*$/s, '').replace(/\/+$/, '')
  return base.replace(operation, '').replace(/\/+$/, '') + path
}
