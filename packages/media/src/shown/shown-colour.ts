import { MediaFailure } from '../failure.ts'
import { boxesIn } from '../isobmff/boxes.ts'
import { parseItems } from '../isobmff/items.ts'
import type { RasterType } from '../media-type.ts'
import { fourCC, u16be, u32be } from '../numbers.ts'
import { colourOfCodePoints, colourOfMeasures, isSrgb, type ShownColour } from './colour.ts'
import { type PngChunk, pngChunks } from './png-chunks.ts'

/**
 * The colours in which browsers display a PNG or an AVIF without an ICC profile: by code points (ITU-T H.273), or in
 * PNG by `gAMA` and `cHRM`. `undefined` if a profile decides, or the colours are sRGB.
 */
export function shownColour(type: RasterType, bytes: Uint8Array): ShownColour | undefined {
  const colour =
    type === 'image/png' ? pngColour(bytes) : type === 'image/avif' ? avifCodePoints(bytes) : undefined
  return colour && !isSrgb(colour) ? colour : undefined
}

/** The code points of the primary item (`colr` of the kind `nclx`), if it has no profile. */
function avifCodePoints(bytes: Uint8Array): ShownColour | undefined {
  try {
    const meta = boxesIn({ bytes, offset: 0 }, 0, bytes.length).find(({ type }) => type === 'meta')
    if (meta === undefined) return undefined
    const region = { bytes: bytes.subarray(meta.body, meta.end), offset: meta.body }
    const { primary, propertiesOf } = parseItems(region)
    const colours = (propertiesOf.get(primary ?? -1) ?? [])
      .filter(({ type, body, end }) => type === 'colr' && body + 4 <= end)
      .map(({ body, end }) => ({ kind: fourCC(region.bytes, body), at: body + 4, end }))
    const told = colours.find(({ kind, at, end }) => kind === 'nclx' && at + 6 <= end)
    if (told === undefined || colours.some(({ kind }) => kind === 'prof' || kind === 'rICC')) return undefined
    return colourOfCodePoints(u16be(region.bytes, told.at), u16be(region.bytes, told.at + 2), 'srgb')
  } catch (error) {
    if (error instanceof MediaFailure) return undefined
    throw error
  }
}

/** Ranks chunks as browsers do (PNG third edition, 13.1): `cICP`, a profile, `sRGB`, then `gAMA` with `cHRM`. */
function pngColour(bytes: Uint8Array): ShownColour | undefined {
  const found = new Map<string, PngChunk>()
  for (const chunk of pngChunks(bytes)) {
    if (chunk.name === 'IDAT') break
    if (chunk.isIntact && !found.has(chunk.name)) found.set(chunk.name, chunk)
  }
  const codePoints = codePointsOf(found.get('cICP'))
  if (codePoints !== undefined) return codePoints
  if (found.has('iCCP') || found.has('sRGB')) return undefined
  const gamma = gammaOf(found.get('gAMA'))
  return gamma === undefined ? undefined : colourOfMeasures(gamma, primariesOf(found.get('cHRM')))
}

/** Colours that outrank a profile; `undefined` if they do not apply (matrix and range have one value in PNG). */
export function codePointsOf(chunk: PngChunk | undefined): ShownColour | undefined {
  if (chunk?.data.length !== 4) return undefined
  const [primaries, transfer, matrix, range] = chunk.data
  if (primaries === 2 || transfer === 2 || matrix !== 0 || range !== 1) return undefined
  return colourOfCodePoints(primaries!, transfer!, { exponent: 2.4 })
}

const unit = 100_000

function gammaOf(chunk: PngChunk | undefined): number | undefined {
  const value = chunk?.data.length === 4 ? u32be(chunk.data, 0) : 0
  return value === 0 ? undefined : unit / value
}

function primariesOf(chunk: PngChunk | undefined): number[] | undefined {
  if (chunk?.data.length !== 32) return undefined
  const value = (index: number) => u32be(chunk.data, index * 4) / unit
  const [white, ...colours] = [0, 2, 4, 6].map((index) => [value(index), value(index + 1)])
  const primaries = [...colours, white!].flat()
  const isPlausible =
    primaries.every((part) => part >= 0 && part <= 1) &&
    [1, 3, 5, 7].every((y) => y === 5 || primaries[y]! > 0)
  return isPlausible ? primaries : undefined
}
