import type { MediaType } from './media-type.ts'

/** The eight ways a picture may have to be turned and mirrored for display, numbered as EXIF does. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/**
 * Why browsers do not show an image: samples of more than 8 bits in a JPEG, a lossless JPEG, or an AVIF without a box
 * that describes or locates its picture.
 */
export type NotShown = 'deep-jpeg' | 'lossless-jpeg' | 'incomplete-avif'

/** Pixels of a row, and rows. */
export interface PictureSize {
  width: number
  height: number
}

/** The facts of an image file, learned only from its bytes. */
export interface ImageFacts {
  type: MediaType
  /** Pixels a row holds, before `orientation` is applied. At least 1. */
  width: number
  /** Rows, before `orientation` is applied. At least 1. */
  height: number
  /** The size that a decoder has to decode: larger than the visible one if an AVIF crops its picture. */
  decoded: PictureSize
  /** How to turn the picture for display; 1 is upright. From EXIF, or from `irot` and `imir` in AVIF. */
  orientation: Orientation
  /** Number of pictures shown one after another; 1 for a still image. */
  frames: number
  /** Whether there is more than one frame. */
  animated: boolean
  /** Bits of one decoded pixel: channels × 8, or × 16 if samples have more than 8 bits. */
  bitsPerPixel: number
  /** Set if the file follows its format, but no browser shows it. */
  notShown: NotShown | undefined
  /** Whether the file is complete up to the end that its format names. */
  complete: boolean
  /**
   * The last coded data of a JPEG that lacks its end marker there, although no scan is missing. Then `complete` is
   * false, but only a decoder can tell whether rows are missing, and where this data ends: see `withEnd`.
   */
  openScan: ByteSpan | undefined
  /** Whether that end is known from a decoder, and the file has no end marker there. */
  lacksEndMarker: boolean
  /** Bytes after that end. They do not belong to the image; decoders ignore them. */
  trailingBytes: number
  /** Length of the whole file. */
  bytes: number
  /**
   * Whether everything up to that end is needed to show the picture, so that there is no metadata to remove. If it is
   * false, there may still be none: not every format is searched for it.
   */
  plain: boolean
  /** Where the first scans of a JPEG and of its gain map are, so that a second reading can skip them. */
  scans: readonly ByteSpan[]
  /**
   * The gain map that brightens a JPEG on displays with a high dynamic range, if it has one. It is part of the image.
   */
  gainMap: GainMap | undefined
}

/**
 * A second picture after the first one of a JPEG, of at most the same size. It says how much brighter each place of the
 * first one is to be shown (Ultra HDR image format 1.1, ISO 21496-1).
 */
export interface GainMap extends ByteSpan, PictureSize {}

/** Bytes `from` up to but not including `to`. */
export interface ByteSpan {
  from: number
  to: number
}

/**
 * The facts of a JPEG whose coded data a decoder has found to be complete.
 * @param end where that data ends, within `openScan`; what follows is trailing
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
