import type { ByteSpan } from '../facts.ts'
import { type JpegSegmentKind, jpegMark } from '../inspect/jpeg-segments.ts'
import { startsWith, u16be, u32be } from '../numbers.ts'
import { readMultiPicture } from './multi-picture.ts'
import { type GainMapXmp, readGainMapXmp } from './read-xmp.ts'

/** The content of a segment. */
type Noted<T> = T & {
  /** Position of the segment's data in the file. */
  at: number
}

/** Notes on gain maps in the segments before the scans of a JPEG. */
export interface PictureNotes {
  /** From its XMP packet, if there is exactly one. */
  readonly xmp: Noted<GainMapXmp> | undefined
  /** From the first segment of ISO 21496-1. */
  readonly iso: Noted<IsoMetadata> | undefined
  /** From the first readable Multi-Picture index: positions of further pictures in the file. */
  readonly index: Noted<{ pictures: ByteSpan[] }> | undefined
}

/** Collects notes from a JPEG's segments, in order. */
export interface NoteTaker extends PictureNotes {
  /** @param data the whole segment @param at its position in the file */
  note(kind: JpegSegmentKind, data: Uint8Array, at: number): void
}

/** Kinds of segments that may contain notes. */
export const notedKinds: ReadonlySet<JpegSegmentKind> = new Set(['xmp', 'gainmap', 'index'] as const)

/** Creates a note taker without notes. */
export function createNoteTaker(): NoteTaker {
  let packets = 0
  let metadata = 0
  let xmp: PictureNotes['xmp']
  let iso: PictureNotes['iso']
  let index: PictureNotes['index']

  const readers: Partial<Record<JpegSegmentKind, (data: Uint8Array, at: number) => void>> = {
    xmp(data, at) {
      if (!startsWith(data, 0, jpegMark.xmp)) return
      const read = ++packets === 1 ? readGainMapXmp(data.subarray(jpegMark.xmp.length)) : undefined
      xmp = read && { ...read, at }
    },
    gainmap(data, at) {
      if (++metadata > 1) return
      const read = readIsoMetadata(data.subarray(jpegMark.gainMap.length))
      iso = read && { ...read, at }
    },
    index(data, at) {
      if (index) return
      const mark = jpegMark.pictures.length
      const pictures = readMultiPicture(data.subarray(mark), at + mark)
      index = pictures && { pictures, at }
    },
  }

  return {
    note: (kind, data, at) => readers[kind]?.(data, at),
    get xmp() {
      return xmp
    },
    get iso() {
      return iso
    },
    get index() {
      return index
    },
  }
}

/** Whether a picture announces a gain map. */
export function declaresGainMap({ xmp, iso }: PictureNotes): boolean {
  return xmp !== undefined || iso !== undefined
}

/**
 * Whether the picture at `from` is the other's gain map: it has parameters in a form that the first picture
 * announces. The form of ISO 21496-1 needs an index; the form of XMP has its own directory.
 */
export function isGainMapOf(picture: PictureNotes, gainMap: PictureNotes, from: number): boolean {
  if (picture.xmp && gainMap.xmp?.parameters) return true
  const isIndexed = picture.index?.pictures.some((place) => place.from === from) ?? false
  return isIndexed && picture.iso !== undefined && gainMap.iso?.length !== undefined
}

/** Content of a picture's ISO 21496-1 segment, in bytes after its mark. */
interface IsoMetadata {
  /** Length of the gain map's parameters; `undefined` if there is only a version, or they are broken. */
  length: number | undefined
}

/** Length of the minimum version and the writer's version, which are all that the main picture contains. */
export const isoVersionLength = 4

const flag = { severalChannels: 0x80, commonDenominator: 0x08 }
const [headrooms, numbersOfChannel, gamma] = [2, 5, 2]

/**
 * Reads metadata of a gain map (ISO 21496-1, annex C). Fractions have their own denominators, or share one as in
 * drafts of the standard, which encoders follow. Returns `undefined` for an unknown version.
 */
function readIsoMetadata(data: Uint8Array): IsoMetadata | undefined {
  if (data.length < isoVersionLength || u16be(data, 0) !== 0) return undefined
  const flags = data[isoVersionLength] ?? 0
  const channels = flags & flag.severalChannels ? 3 : 1
  const isCommon = (flags & flag.commonDenominator) !== 0
  const from = isoVersionLength + 1 + (isCommon ? 4 : 0)
  const numberLength = isCommon ? 4 : 8
  const count = headrooms + channels * numbersOfChannel
  const length = from + count * numberLength
  if (data.length < length) return { length: undefined }
  const numerator = (index: number): number => u32be(data, from + index * numberLength)
  const denominator = (index: number): number => u32be(data, isCommon ? from - 4 : from + index * 8 + 4)
  for (let index = 0; index < count; index++) {
    const isGamma = index >= headrooms && (index - headrooms) % numbersOfChannel === gamma
    if (denominator(index) === 0 || (isGamma && numerator(index) === 0)) return { length: undefined }
  }
  return { length }
}
