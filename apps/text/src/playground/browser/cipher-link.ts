import { bindCopyButton } from '@pictoglyph/web/page/browser/copy-button'
import type { PageElements } from './page-elements.ts'
import { pageMessages } from './page-language.ts'
import type { OfferedCharset } from './service.ts'

/** Names in the fragment: a cipher verbatim, or one of an offered set with two bits per symbol. */
const names = { plain: 'cipher', short: 'c' } as const

/**
 * Makes a button copy a link that contains the cipher, and reads such links. The cipher is in the fragment, which
 * browsers do not send. A link never contains a text or a key.
 * @param decode reads the cipher from its pane
 */
export function bindCipherLink(
  { cipher, copyLink }: PageElements,
  charsets: readonly OfferedCharset[],
  decode: () => void,
): void {
  bindCopyButton(copyLink, {
    text: () => {
      const link = new URL(location.pathname, location.origin)
      const short = packSymbols(cipher.area.value, charsets)
      const carried = short === undefined ? { [names.plain]: cipher.area.value } : { [names.short]: short }
      link.hash = new URLSearchParams(carried).toString()
      return link.href
    },
    copied: () => pageMessages().copied,
    failed: () => pageMessages().copyFailed,
  })
  const readLink = () => {
    const carried = new URLSearchParams(location.hash.slice(1))
    const short = carried.get(names.short)
    const read = short === null ? carried.get(names.plain) : unpackSymbols(short, charsets)
    if (read === null) return
    cipher.area.value = read
    decode()
  }
  addEventListener('hashchange', readLink)
  readLink()
}

const symbolsOf = ({ c0, c1, c2, c3 }: Pick<OfferedCharset, 'c0' | 'c1' | 'c2' | 'c3'>) => [c0, c1, c2, c3]

/** Packs a cipher with symbols of one set only; otherwise `undefined`. */
function packSymbols(cipher: string, charsets: readonly OfferedCharset[]): string | undefined {
  const written = Array.from(cipher.trim())
  const charset = charsets.find((set) => written.every((symbol) => symbolsOf(set).includes(symbol)))
  if (charset === undefined || written.length === 0) return undefined
  const values = written.map((symbol) => symbolsOf(charset).indexOf(symbol))
  const lacking = (4 - (values.length % 4)) % 4
  const bytes = Uint8Array.from({ length: Math.ceil(values.length / 4) }, (_, i) =>
    [0, 1, 2, 3].reduce((byte, at) => (byte << 2) | (values[4 * i + at] ?? 0), 0),
  )
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return `${charset.id}.${lacking}.${base64
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')}`
}

/** Unpacks a cipher; `null` if {@link packSymbols} never writes it, or its set is not offered. */
function unpackSymbols(packed: string, charsets: readonly OfferedCharset[]): string | null {
  const [, id, lacking, base64url] = /^(.+)\.([0-3])\.([\w-]+)$/.exec(packed) ?? []
  const charset = charsets.find((set) => set.id === id)
  if (charset === undefined || base64url === undefined || base64url.length % 4 === 1) return null
  const bytes = Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0),
  )
  const symbols = bytes.flatMap((byte) =>
    [6, 4, 2, 0].map((shift) => symbolsOf(charset)[(byte >> shift) & 3]!),
  )
  return symbols.slice(0, symbols.length - Number(lacking)).join('')
}
