import type { Orientation, PictureSize } from '../facts.ts'
import { startsWith, u32be } from '../numbers.ts'
import { type Box, broken, type Region } from './boxes.ts'
import type { ItemDirectory } from './item-directory.ts'

/** The picture that an image file displays first: its primary item. */
interface PrimaryPicture {
  /** Coding of its pixels, `av01` for AV1, found through grids and other derivations. */
  codec: string
  /** The visible size, before rotation. */
  shown: PictureSize
  /** The coded size. */
  coded: PictureSize
  orientation: Orientation
  bitsPerPixel: number
  /** Whether an `av1C` box describes the coding. */
  isConfigured: boolean
}

const deepestDerivation = 4
const derivations = new Set(['grid', 'iovl', 'iden', 'tmap', 'sato'])
const alphaTypes = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']

/**
 * Describes the primary item; `undefined` if a file has none.
 * @throws {MediaFailure} MALFORMED
 */
export function primaryPicture(region: Region, directory: ItemDirectory): PrimaryPicture | undefined {
  const { primary } = directory
  if (primary === undefined) return undefined
  const types = new Map(directory.infos.map((info) => [info.id, info.type]))
  const coded = codedItem(primary, types, directory)
  const properties = directory.propertiesOf.get(primary) ?? []
  const size = properties.find((box) => box.type === 'ispe' && box.body + 12 <= box.end)
  if (!size) throw broken(region, 0, 'The size of the picture is missing')
  const configuration = directory.propertiesOf.get(coded)?.find((box) => box.type === 'av1C')
  const all = { width: u32be(region.bytes, size.body + 4), height: u32be(region.bytes, size.body + 8) }
  const clap = properties.find((box) => box.type === 'clap')
  return {
    codec: types.get(coded) ?? '',
    shown: clap ? cleanAperture(region, clap, all) : all,
    coded: all,
    orientation: orientationOf(region, properties),
    isConfigured: configuration !== undefined,
    bitsPerPixel: av1BitsPerPixel(
      configuration && region.bytes.subarray(configuration.body, configuration.end),
      hasAlpha(region, directory, primary),
    ),
  }
}

/** Bits of a decoded pixel, from the content of an `av1C` box (AV1 in ISOBMFF, 2.3.3). */
export function av1BitsPerPixel(configuration: Uint8Array | undefined, alpha: boolean): number {
  const flags = configuration?.[2] ?? 0
  const highBitDepth = 0x40
  const monochrome = 0x10
  const channels = (flags & monochrome ? 1 : 3) + (alpha ? 1 : 0)
  return channels * (flags & highBitDepth ? 16 : 8)
}

/** Follows derived items (a grid to its first tile) to one that holds pixels. */
function codedItem(primary: number, types: Map<number, string>, directory: ItemDirectory): number {
  let item = primary
  for (let depth = 0; depth < deepestDerivation && derivations.has(types.get(item) ?? ''); depth++) {
    const inputs = directory.references.find(
      (reference) => reference.type === 'dimg' && reference.from === item,
    )
    item = inputs?.to[0] ?? item
  }
  return item
}

function orientationOf(region: Region, properties: Box[]): Orientation {
  const field = (type: string): number | undefined => {
    const box = properties.find((property) => property.type === type && property.body < property.end)
    return box && region.bytes[box.body]
  }
  return exifOrientationOf((field('irot') ?? 0) & 3, field('imir'))
}

/** EXIF's number for an anticlockwise turn by quarters, then a mirroring (0 top with bottom, 1 left with right). */
function exifOrientationOf(quarters: number, mirror: number | undefined): Orientation {
  if (mirror === undefined) return ([1, 8, 3, 6] as const)[quarters]!
  const leftRight = (mirror & 1) === 1
  return (leftRight ? ([2, 7, 4, 5] as const) : ([4, 5, 2, 7] as const))[quarters]!
}

function hasAlpha(region: Region, directory: ItemDirectory, primary: number): boolean {
  const auxiliaries = new Set(
    directory.references
      .filter(({ type, to }) => type === 'auxl' && to.includes(primary))
      .map(({ from }) => from),
  )
  return [...auxiliaries].some((item) =>
    directory.propertiesOf.get(item)?.some((box) => isAlpha(region, box)),
  )
}

function isAlpha({ bytes }: Region, { type, body }: Box): boolean {
  return type === 'auxC' && alphaTypes.some((name) => startsWith(bytes, body + 4, name))
}

const fieldsLength = 32

/**
 * The size to which a `clap` box crops a picture of `size` (ISO/IEC 14496-12, 12.1.4). Like Chromium, it ignores a
 * box that does not crop to whole pixels (ISO/IEC 23000-22, 7.3.6.7). It also ignores a crop that does not begin at
 * the first pixel: other viewers do so, and display the hidden part.
 */
function cleanAperture({ bytes }: Region, { body, end }: Box, size: PictureSize): PictureSize {
  if (body + fieldsLength > end) return size
  const field = (index: number): number => u32be(bytes, body + index * 4) | 0
  const fraction = (index: number): Fraction => ({ numerator: field(index), denominator: field(index + 1) })
  const width = lengthFromStart(size.width, fraction(0), fraction(4))
  const height = lengthFromStart(size.height, fraction(2), fraction(6))
  return width && height ? { width, height } : size
}

interface Fraction {
  numerator: number
  denominator: number
}

/**
 * Pixels of a side within the crop, if the crop begins at the first pixel. The offset is the distance between the
 * middle of the whole and the middle of the crop. Products too large for exact numbers never equal a number by
 * mistake.
 */
function lengthFromStart(side: number, length: Fraction, offset: Fraction): number | undefined {
  if (length.denominator <= 0 || offset.denominator <= 0) return undefined
  const pixels = length.numerator / length.denominator
  const isInside = Number.isInteger(pixels) && pixels > 0 && pixels <= side
  const beginsAtStart = (side - pixels) * offset.denominator === -2 * offset.numerator
  return isInside && beginsAtStart ? pixels : undefined
}
