/** An address under a base address, which may have a path of its own. @throws {TypeError} */
export function addressUnder(baseUrl: string, path: string): string {
  const { protocol, href } = new URL(baseUrl)
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError(`${baseUrl} is not an http or https address`)
  }
  return href.replace(/[?#].*$/s, '').replace(/\/+$/, '') + path
}
