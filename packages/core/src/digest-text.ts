import type { SitePorts } from './site/site-ports.ts'

const utf8 = new TextEncoder()

/** The SHA-256 of a text's UTF-8, in lower-case hex. */
export function digestText({ createSha256 }: Pick<SitePorts, 'createSha256'>, text: string): string {
  const digest = createSha256()
  digest.update(utf8.encode(text))
  return digest.digestHex()
}
