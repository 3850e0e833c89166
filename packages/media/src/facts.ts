import type { MediaType } from './media-type.ts'

/** The eight ways of turning and mirroring a picture for display, numbered as in EXIF. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/**
 * Why browsers do not display an image: samples of more than 8 bits in a JPEG, a lossless JPEG, or an AVIF without a
 * box that describes or locates its picture.
 */
export type NotShown = 'deep-jpeg' | 'lossless-jpeg' | 'incomplete-avif'

/** Pixels per row, and rows. */
export interface PictureSize {
  width: number
  height: number
}

/** The facts of an image file, learned only from its bytes. */
export interface ImageFacts {
  type: MediaType
  /** Pixels per row, before `orientation` is applied. At least 1. */
  width: number
  /** Rows, before `orientation` is applied. At least 1. */
  height: number
  /** The size that is decoded: larger than the visible one if an AVIF crops its picture. */
  decoded: PictureSize
  /** How to turn the picture for display; 1 is upright. From EXIF, or from `irot` and `imir` in AVIF. */
  orientation: Orientation
  /** Number of pictures in an animation; 1 for a still image. */
  frames: number
  animated: boolean
  /** Bits of one decoded pixel: channels × 8, or × 16 if samples have more than 8 bits. */
  bitsPerPixel: number
  /** Set if the file follows its format, but no browser displays it. */
  notShown: NotShown | undefined
  /** Whether the file contains the end that its format names. */
  complete: boolean
  /**
   * The last coded data of a JPEG with all scans but without an end marker. `complete` is then false. Only a decoder
   * can tell whether rows are missing, and where this data ends: see `withEnd`.
   */
  openScan: ByteSpan | undefined
  /** Whether a decoder found that end, in a file without an end marker. */
  lacksEndMarker: boolean
  /** Bytes after that end, which decoders ignore. */
  trailingBytes: number
  /** Length of the whole file. */
  bytes: number
  /**
   * Whether the picture needs everything up to that end, so that there is no metadata to strip. False may also mean
   * that this format was not searched.
   */
  plain: boolean
  /** Positions of a JPEG's first scans and its gain map, which a second reading can skip. */
  scans: readonly ByteSpan[]
  /** The gain map that brightens a JPEG on displays with a high dynamic range, if present. It is part of the image. */
  gainMap: GainMap | undefined
}

/**
 * A second picture in a JPEG, of at most the same size. It tells how much brighter a display may show each part of
 * the first picture (Ultra HDR image format 1.1, ISO 21496-1).
 */
export interface GainMap extends ByteSpan, PictureSize {}

/** Bytes from `from` up to, but not including, `to`. */
export interface ByteSpan {
  from: number
  to: number
}

/**
 * Completes the facts of a JPEG after a decoder has found all of its coded data.
 * @param end of that data, within `openScan`; all further bytes are trailing
 */
export function withEnd(facts: ImageFacts, end: number): ImageFacts {
  return {
    ...facts,
    complete: true,
    openScan: undefined,
    lacksEndMarker: true,
    trailingBytes: facts.bytes - end,
    scans: facts.scans.filter(({ to }) => to <= end),
    gainMap: undefined,
  }
}
