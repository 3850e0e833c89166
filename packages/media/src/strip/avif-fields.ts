import { byteLength } from '../byte-spans.ts'
import { isColourProfile } from '../colour-profile.ts'
import type { ByteSpan } from '../facts.ts'
import { type Box, boxesIn, type Region } from '../isobmff/boxes.ts'
import type { ItemDirectory } from '../isobmff/item-directory.ts'
import { fourCC } from '../numbers.ts'

/**
 * Lengths of properties that decoders read (ISO/IEC 23008-12, 6.5; 14496-12, 12.1; AV1 Image File Format, 2.3). For
 * variable lengths, a function reads the content.
 */
const propertyLengths: Record<string, number | ((bytes: Uint8Array) => number)> = {
  ispe: 12,
  irot: 1,
  imir: 1,
  clap: 32,
  pasp: 8,
  clli: 4,
  mdcv: 24,
  cclv: 21,
  amve: 8,
  a1op: 1,
  lsel: 2,
  a1lx: (bytes) => 1 + 3 * ((bytes[0] ?? 0) & 1 ? 4 : 2),
  pixi: (bytes) => ((bytes[3] ?? 0) === 0 ? 5 + (bytes[4] ?? 0) : bytes.length),
  auxC: (bytes) => 4 + terminated(bytes.subarray(4)),
  colr: colourLength,
  av1C: configurationLength,
}
const codePointsLength = 11
/** Kinds of `colr` boxes that contain a profile. */
export const profileKinds: ReadonlySet<string> = new Set(['prof', 'rICC'])

/** Number of bytes of a property that decoders read; `undefined` for an unknown property. */
export function propertyLength({ bytes }: Region, { type, body, end }: Box): number | undefined {
  const length = Object.hasOwn(propertyLengths, type) ? propertyLengths[type] : undefined
  return typeof length === 'function' ? length(bytes.subarray(body, end)) : length
}

function terminated(text: Uint8Array): number {
  const end = text.indexOf(0)
  return end === -1 ? text.length : end + 1
}

function colourLength(bytes: Uint8Array): number {
  if (bytes.length < 4) return 0
  const kind = fourCC(bytes, 0)
  if (kind === 'nclx') return codePointsLength
  const profile = bytes.subarray(4)
  return profileKinds.has(kind) && isColourProfile(profile, profile.length) ? bytes.length : 0
}

const sequenceHeader = 1

/** The first 4 bytes, and the AV1 sequence headers after them (AV1 in ISOBMFF, 2.3.3; AV1, 5.3). */
function configurationLength(bytes: Uint8Array): number {
  let at = 4
  while (at + 2 <= bytes.length) {
    const head = bytes[at]!
    const extension = (head & 4) >> 2
    const size = bytes[at + 1 + extension] ?? 0
    const isHeader = ((head >> 3) & 15) === sequenceHeader && (head & 2) !== 0 && size < 128
    const length = 2 + extension + size
    if (!isHeader || at + length > bytes.length) break
    at += length
  }
  return at
}

/** Positions of bytes after the known fields in a directory's boxes. */
export function behindFields(region: Region, directory: ItemDirectory): ByteSpan[] {
  const { bytes } = region
  const lastAssociations = new Map(directory.associations.map(({ boxStart, end }) => [boxStart, end]))
  const spans: ByteSpan[] = []
  for (const { type, body, end } of directory.boxes) {
    if (type === 'pitm') spans.push({ from: body + (bytes[body] === 0 ? 6 : 8), to: end })
    else if (type === 'iloc') spans.push({ from: directory.locations.at(-1)?.end ?? end, to: end })
    // Reserved fields.
    else if (type === 'hdlr') spans.push({ from: body + 4, to: body + 8 }, { from: body + 12, to: body + 24 })
    else if (type === 'iprp') {
      for (const box of boxesIn(region, body, end)) {
        if (box.type !== 'ipma') continue
        spans.push({ from: lastAssociations.get(box.start) ?? box.end, to: box.end })
      }
    }
  }
  for (const { type, namesAt, end } of directory.infos) {
    if (type !== 'mime' && type.trim() !== 'uri') {
      spans.push({ from: namesAt + terminated(bytes.subarray(namesAt, end)), to: end })
    }
  }
  return spans
}

/** Nested boxes that decoders ignore, because their parent may not contain them. */
export function strayBoxes(region: Region, directory: ItemDirectory): Box[] {
  return directory.boxes.flatMap(({ type, body, end }) => {
    if (type === 'iprp') {
      return boxesIn(region, body, end).filter((box) => box.type !== 'ipco' && box.type !== 'ipma')
    }
    if (type !== 'iinf') return []
    const from = body + (region.bytes[body] === 0 ? 6 : 8)
    return boxesIn(region, from, end).filter((box) => box.type !== 'infe')
  })
}

/** Overwrites `spans` with zeros. Returns the total length of those that were not zeros. */
export function blankSpans({ bytes }: Region, spans: ByteSpan[]): number {
  const written = spans.filter(({ from, to }) => bytes.subarray(from, to).some((byte) => byte !== 0))
  for (const { from, to } of written) bytes.fill(0, from, to)
  return byteLength(written)
}
