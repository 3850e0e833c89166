import { latin1, startsWith } from './numbers.ts'

/** What people send that is no image this package reads. */
export type OtherKind =
  | 'heic'
  | 'tiff'
  | 'bmp'
  | 'jxl'
  | 'jp2'
  | 'ico'
  | 'psd'
  | 'pdf'
  | 'mp4'
  | 'zip'
  | 'html'
  | 'json'
  | 'text'

/** The number of first bytes that {@link otherKindOf} looks at. */
export const otherKindBytes = 512

const signatures: readonly (readonly [OtherKind, number, string])[] = [
  ['tiff', 0, 'II*\0'],
  ['tiff', 0, 'MM\0*'],
  ['tiff', 0, 'II+\0'],
  ['tiff', 0, 'MM\0+'],
  ['jxl', 0, '\xff\x0a'],
  ['jxl', 0, '\0\0\0\x0cJXL \r\n\x87\n'],
  ['jp2', 0, '\0\0\0\x0cjP  \r\n\x87\n'],
  ['jp2', 0, '\xff\x4f\xff\x51'],
  ['ico', 0, '\0\0\x01\0'],
  ['ico', 0, '\0\0\x02\0'],
  ['psd', 0, '8BPS'],
  ['pdf', 0, '%PDF-'],
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  ['mp4', 0, '\x1a\x45\xdf\xa3'],
]
const heicBrand = /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/

/**
 * What the beginning of a file looks like that is no image: by its signature, or as text. It is for the words of a
 * refusal, and promises nothing.
 * @param head the first {@link otherKindBytes} bytes, or all of a shorter file
 */
export function otherKindOf(head: Uint8Array): OtherKind | undefined {
  const known = signatures.find(([, offset, bytes]) => startsWith(head, offset, bytes))
  if (known !== undefined) return known[0]
  // `BM`, the file's size, and four reserved bytes: two letters alone may begin any text.
  if (startsWith(head, 0, 'BM') && startsWith(head, 6, '\0\0\0\0')) return 'bmp'
  if (startsWith(head, 4, 'ftyp')) return heicBrand.test(latin1(head, 8, 12)) ? 'heic' : 'mp4'
  return textKindOf(head)
}

function textKindOf(head: Uint8Array): OtherKind | undefined {
  const text = decoded(head)
  if (text === undefined || text.trim() === '') return undefined
  const begin = text.trimStart().toLowerCase()
  if (/^(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body|script|title|meta)\b/s.test(begin)) return 'html'
  return /^[{[]\s*(?:["{}[\]\d-]|true|false|null)/.test(begin) ? 'json' : 'text'
}

const textControls = /[\t\n\v\f\r]/g

/** UTF-8 text without control characters; a character that is cut at the end is left out. */
function decoded(head: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return /\p{Cc}/u.test(text.replace(textControls, '')) ? undefined : text
  } catch {
    return undefined
  }
}
