import { MediaFailure } from '../failure.ts'
import { charactersOf, latin1, startsWith } from '../numbers.ts'
import type { XmlAttribute } from '../xml/xml-elements.ts'
import type { RemovedItem } from './plan.ts'
import type { Reading } from './reading.ts'
import type { StripFile } from './stripping.ts'

/** A new attribute value. */
interface StrippedValue {
  from: number
  to: number
  bytes: Uint8Array
  removed: RemovedItem[]
}

const linking = new Set(['href', 'src'])
/** A `data:` address (RFC 2397): its type with parameters, its data, and its fragment. */
const dataAddress = /^data:([^,]*),([^#]*)(#.*)?$/is
const base64Sign = /; *base64 *$/i
const pictureType = /^ *image\//i
const characterReference = /&(?:#x([\da-fA-F]+)|#(\d+)|amp|lt|gt|quot|apos);/g
const namedCharacters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Whether an attribute links to something by a `data:` address. */
export function mayEmbed({ local, value }: XmlAttribute): boolean {
  return linking.has(local) && dataAddress.test(addressIn(value()))
}

/**
 * Strips the embedded picture of an attribute's value; `undefined` if there is nothing to remove, or no picture.
 * @throws {MediaFailure} MALFORMED for an unreadable picture
 */
export function* stripEmbedded(
  { value, from, to }: { value: string; from: number; to: number },
  stripFile: StripFile,
): Reading<StrippedValue | undefined> {
  const [, type = '', data = '', name = ''] = dataAddress.exec(addressIn(value)) ?? []
  const isBase64 = base64Sign.test(type)
  const picture = decoded(data, isBase64)
  // A bitmap has no metadata.
  if (data === '' || (picture && startsWith(picture, 0, 'BM'))) return undefined
  try {
    if (!picture) throw new MediaFailure('UNKNOWN_TYPE', 'It is no base64', from)
    const { bytes, removed } = yield* stripFile(picture)
    if (removed.length === 0) return undefined
    const address = `data:${type}${isBase64 ? '' : ';base64'},${bytes.toBase64()}${name}`
    const written = address.replace(/[&<"']/g, (character) => `&#${character.charCodeAt(0)};`)
    return { from: to - 1 - value.length, to: to - 1, bytes: charactersOf(written), removed }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    // Not a picture, but a typeface, for example.
    if (error.code === 'UNKNOWN_TYPE' && !pictureType.test(type)) return undefined
    throw new MediaFailure('MALFORMED', "A picture in it can't be read", from)
  }
}

/** The address in a value, as parsers of XML and addresses read it: bytes beyond ASCII are one character each. */
function addressIn(value: string): string {
  return value
    .replace(characterReference, characterOf)
    .replace(/[\t\n\r]/g, '')
    .trim()
}

function characterOf(reference: string, hexadecimal?: string, decimal?: string): string {
  if (!hexadecimal && !decimal) return namedCharacters[reference] ?? "'"
  const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal)
  const bytes = new TextEncoder().encode(String.fromCodePoint(Math.min(code, 0x10ffff)))
  return latin1(bytes, 0, bytes.length)
}

/** Decodes the data; `undefined` for invalid base64. */
function decoded(data: string, isBase64: boolean): Uint8Array | undefined {
  const text = data.replace(/%([\da-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  if (!isBase64) return charactersOf(text)
  try {
    return Uint8Array.fromBase64(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
