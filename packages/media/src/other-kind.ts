import { sniff } from './inspect/inspector.ts'
import { latin1, startsWith, u16le } from './numbers.ts'

/** Kinds of other files that people upload. */
export type OtherKind =
  | 'heic'
  | 'raw'
  | 'tiff'
  | 'bmp'
  | 'tga'
  | 'jxl'
  | 'jp2'
  | 'ico'
  | 'psd'
  | 'pdf'
  | 'video'
  | 'audio'
  | 'zip'
  | 'gzip'
  | 'rar'
  | '7z'
  | 'apple-double'
  | 'read-as-text'
  | 'after-blank'
  | 'base64'
  | 'lfs-pointer'
  | 'store-error'
  | 'svg-entities'
  | 'svg-encoding'
  | 'svg-broken'
  | 'html'
  | 'json'
  | 'text'

/** The number of first bytes that {@link otherKindOf} looks at. */
export const otherKindBytes = 512

const signatures: readonly (readonly [OtherKind, number, string])[] = [
  ['raw', 0, 'II*\0\x10\0\0\0CR'],
  ['raw', 0, 'IIRO'],
  ['raw', 0, 'IIU\0'],
  ['raw', 0, 'FUJIFILMCCD-RAW'],
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
  ['tiff', 0, 'II+\0'],
  ['tiff', 0, 'MM\0+'],
  ['jxl', 0, '\xff\x0a'],
  ['jxl', 0, '\0\0\0\x0cJXL \r\n\x87\n'],
  ['jp2', 0, '\0\0\0\x0cjP  \r\n\x87\n'],
  ['jp2', 0, '\xff\x4f\xff\x51'],
  ['psd', 0, '8BPS'],
  ['pdf', 0, '%PDF-'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['gzip', 0, '\x1f\x8b\x08'],
  ['rar', 0, 'Rar!\x1a\x07'],
  ['7z', 0, "7z\xbc\xaf'\x1c"],
  ['apple-double', 0, '\0\x05\x16\x07'],
  ['video', 0, '\x1a\x45\xdf\xa3'],
  ['video', 0, 'FLV\x01'],
  ['video', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['video', 0, '\0\0\x01\xba'],
  ['video', 4, 'moov'],
  ['video', 4, 'mdat'],
  ['video', 4, 'wide'],
  ['video', 8, 'AVI LIST'],
  ['audio', 8, 'WAVEfmt '],
  ['audio', 0, 'ID3'],
  ['audio', 0, 'fLaC'],
]

/** Kinds by the brands of ISO base media files (mp4ra.org). Other brands are unknown. */
const brands: readonly (readonly [OtherKind, RegExp])[] = [
  ['heic', /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/],
  ['raw', /^crx $/],
  ['audio', /^M4[AB] $/],
  ['video', /^(?:iso[m2-9]|mp4[12v]|avc1|hvc1|M4V[ HP]|qt {2}|3g[p2].|dash|mmp4|MSNV|f4v |XAVC)$/],
]

/**
 * Guesses the kind of a file that is no image, by its signature or as text, to explain a refusal. The guess may be
 * wrong.
 * @param head the first {@link otherKindBytes} bytes, or all of a shorter file
 */
export function otherKindOf(head: Uint8Array): OtherKind | undefined {
  const known = signatures.find(([, offset, bytes]) => startsWith(head, offset, bytes))
  if (known !== undefined) return known[0]
  // `BM`, the file's size, and four reserved bytes. Any text may begin with two letters alone.
  if (startsWith(head, 0, 'BM') && startsWith(head, 6, '\0\0\0\0')) return 'bmp'
  if (startsWith(head, 4, 'ftyp')) return brandedKind(latin1(head, 8, Math.min(head.length, 64)))
  if (isIcon(head)) return 'ico'
  if (isTarga(head)) return 'tga'
  if (isAfterBlank(head)) return 'after-blank'
  if (isRead(head)) return 'read-as-text'
  return svgKindOf(head) ?? textKindOf(head)
}

/** @param written the major brand, the version, and the compatible brands */
function brandedKind(written: string): OtherKind | undefined {
  for (const brand of written.match(/.{4}/gs) ?? []) {
    const known = brands.find(([, pattern]) => pattern.test(brand))
    if (known !== undefined) return known[0]
  }
  return undefined
}

/** Whether the file is an icon or a cursor with pictures. Without pictures, a TGA image may begin so. */
function isIcon(head: Uint8Array): boolean {
  const isDirectory = startsWith(head, 0, '\0\0\x01\0') || startsWith(head, 0, '\0\0\x02\0')
  return isDirectory && head.length >= 6 && u16le(head, 4) > 0
}

/** Recognises a TGA image, which has no signature, by its few kinds and depths, and by an empty colour map. */
function isTarga(head: Uint8Array): boolean {
  if (head.length < 18) return false
  const [map, kind, depth] = [head[1]!, head[2]!, head[16]!]
  const isKind = map === 0 ? [2, 3, 10, 11].includes(kind) : map === 1 && (kind === 1 || kind === 9)
  const isMap = map === 0 ? startsWith(head, 3, '\0\0\0\0\0') : [15, 16, 24, 32].includes(head[7]!)
  const hasSize = u16le(head, 12) > 0 && u16le(head, 14) > 0
  return isKind && isMap && hasSize && [8, 15, 16, 24, 32].includes(depth)
}

/**
 * Remains of the signatures of PNG, JPEG and WebP after a program treated them as text: U+FFFD, a question mark or a
 * letter for each byte above 7F, and other line ends.
 */
const readSignature =
  /^(?:(?:[\x80-\uffff]|\?)PNG[\r\n]|\ufffd{3}|\u00ff\u00d8\u00ff|.{6}(?:JFIF|Exif)\0|RIFF.{1,8}WEBPVP8)/s

const isRead = (head: Uint8Array): boolean =>
  readSignature.test(new TextDecoder(encodingOf(head)).decode(head))

/** Whether a picture follows a byte order mark or blank space. */
function isAfterBlank(head: Uint8Array): boolean {
  const [blank = ''] = /^(?:\xef\xbb\xbf)?[\t\n\r ]*/.exec(latin1(head, 0, Math.min(head.length, 64))) ?? []
  if (blank === '') return false
  const rest = head.subarray(blank.length)
  try {
    return startsWith(rest, 4, 'ftypavi') || sniff(rest).type !== undefined
  } catch {
    return false
  }
}

/** Each matches in at most one way. Otherwise many comments could be split in too many ways. */
const beforeHtml = /^(?:<!--(?:(?!-->).)*-->\s*)*/s
const html = /^<(?:!doctype html|html|head|body|script|title|meta)\b/i
const storeError = /^(?:<\?xml[^>]*>\s*)?<error>\s*<code>/i
/** The signatures of PNG, JPEG, GIF, WebP, AVIF and SVG, in base64. */
const base64 =
  /^["']?(?:data:image\/[\w.+-]+[;,]|iVBORw0KGgo|\/9j\/[\w+/]{4}|R0lGODlh|R0lGODdh|UklGR[\w+/]{6}XRUJQ|AAAA[\w+/]{2}Z0eXBhdm|PHN2Zy)/

function textKindOf(head: Uint8Array): OtherKind | undefined {
  const text = decoded(head)?.trim()
  if (text === undefined || text === '') return undefined
  if (base64.test(text)) return 'base64'
  if (text.startsWith('version https://git-lfs.github.com/spec/')) return 'lfs-pointer'
  if (storeError.test(text)) return 'store-error'
  if (html.test(text.replace(beforeHtml, ''))) return 'html'
  return /^[{[]\s*(?:["{}[\]\d-]|true|false|null)/i.test(text) ? 'json' : 'text'
}

const beforeRoot = /^(?:<\?(?:(?!\?>).)*\?>\s*|<!--(?:(?!-->).)*-->\s*)*/s
const svgRoot = /^<(?:!doctype svg\b|(?:[\w-]+:)?svg[\s/>])/i
const svgEntities = /^<!doctype svg(?:"[^"]*"|'[^']*'|[^>"'[])*\[/i
const otherEncoding = /^<\?xml[^>]*\sencoding\s*=\s*["'](?!(?:utf-?8|(?:us-)?ascii)["'])/i

/** Why a file that looks like an SVG is unreadable. */
function svgKindOf(head: Uint8Array): OtherKind | undefined {
  const text = decoded(head)
  const markup = (text ?? latin1(head, 0, head.length)).trim()
  const root = markup.replace(beforeRoot, '')
  if (!svgRoot.test(root)) return undefined
  if (svgEntities.test(root)) return 'svg-entities'
  const isUtf8 = text !== undefined && encodingOf(head) === 'utf-8' && !otherEncoding.test(markup)
  return isUtf8 ? 'svg-broken' : 'svg-encoding'
}

/** Detects UTF-16 by its byte order mark, or by the first bytes of markup. */
function encodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(head, 0, '\xff\xfe') || startsWith(head, 0, '<\0')) return 'utf-16le'
  if (startsWith(head, 0, '\xfe\xff') || startsWith(head, 0, '\0<')) return 'utf-16be'
  return 'utf-8'
}

const textControls = /[\t\n\v\f\r]/g

/** Decodes text without control characters; `undefined` for other data. Drops a character cut at the end. */
function decoded(head: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encodingOf(head), { fatal: true }).decode(head, { stream: true })
    return /\p{Cc}/u.test(text.replace(textControls, '')) ? undefined : text
  } catch {
    return undefined
  }
}
