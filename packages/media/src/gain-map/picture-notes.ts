import type { ByteSpan } from '../facts.ts'
import { type JpegSegmentKind, jpegMark } from '../inspect/jpeg-segments.ts'
import { startsWith } from '../numbers.ts'
import { type IsoMetadata, readIsoMetadata } from './iso-metadata.ts'
import { readMultiPicture } from './multi-picture.ts'
import { type GainMapXmp, readGainMapXmp } from './read-xmp.ts'

/** Something that a segment says. */
type Noted<T> = T & {
  /** Where the data of the segment begins in the file. */
  at: number
}

/** What the segments before the scans of a JPEG say about gain maps. */
export interface PictureNotes {
  /** Of its XMP packet, if there is only one. */
  readonly xmp: Noted<GainMapXmp> | undefined
  /** Of the first segment of ISO 21496-1. */
  readonly iso: Noted<IsoMetadata> | undefined
  /** Of the first Multi-Picture index that can be read: where further pictures are in the file. */
  readonly index: Noted<{ pictures: ByteSpan[] }> | undefined
}

/** Notes of a JPEG whose segments are read in order. */
export interface NoteTaker extends PictureNotes {
  /** @param data the whole segment @param at where it is in the file */
  note(kind: JpegSegmentKind, data: Uint8Array, at: number): void
}

/** Kinds of segments that may be noted. */
export const notedKinds: ReadonlySet<JpegSegmentKind> = new Set(['xmp', 'gainmap', 'index'] as const)

/** Starts without notes. */
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

/** Whether a picture says that it has a gain map. */
export function declaresGainMap({ xmp, iso }: PictureNotes): boolean {
  return xmp !== undefined || iso !== undefined
}

/**
 * Whether the picture that begins at `from` is the other's gain map: it says how it is applied, in a form that the
 * first picture announces. The form of ISO 21496-1 needs an index; the form of XMP has its own directory.
 */
export function isGainMapOf(picture: PictureNotes, gainMap: PictureNotes, from: number): boolean {
  if (picture.xmp && gainMap.xmp?.parameters) return true
  const isIndexed = picture.index?.pictures.some((place) => place.from === from) ?? false
  return isIndexed && picture.iso !== undefined && gainMap.iso?.length !== undefined
}
