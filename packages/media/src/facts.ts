import type { MediaType } from './media-type.ts'

/** The eight ways a picture may have to be turned and mirrored for display, numbered as EXIF does. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/**
 * What keeps browsers from showing an image: samples of more than 8 bits in a JPEG, its lossless form, or an AVIF
 * without one of the boxes that say what its picture is and where.
 */
export type NotShown = 'deep-jpeg' | 'lossless-jpeg' | 'incomplete-avif'

/** Pixels of a row, and rows. */
export interface PictureSize {
  width: number
  height: number
}

/** What an image file is, learnt from its bytes alone. */
export interface ImageFacts {
  type: MediaType
  /** Pixels a row holds, before `orientation` is applied. At least 1. */
  width: number
  /** Rows, before `orientation` is applied. At least 1. */
  height: number
  /** What a decoder has to decode for that: more than is shown where an AVIF crops its picture. */
  decoded: PictureSize
  /** How to turn the picture for display; 1 is upright. From EXIF, or from `irot` and `imir` in AVIF. */
  orientation: Orientation
  /** Pictures shown one after another; 1 for a still image. */
  frames: number
  /** Whether there is more than one frame. */
  animated: boolean
  /** Bits one decoded pixel takes: channels × 8, or × 16 where samples are deeper than 8 bits. */
  bitsPerPixel: number
  /** Set where the file follows its format, and no browser shows it all the same. */
  notShown: NotShown | undefined
  /** Whether the file goes on to where its format says it ends. */
  complete: boolean
  /** Bytes after that end. They belong to no image; a decoder ignores them. */
  trailingBytes: number
  /** Length of the whole file. */
  bytes: number
  /**
   * Whether all up to that end is the picture and what showing it takes, so that there is no metadata to remove.
   * Where it is false there may be none all the same: not every format is looked through for it.
   */
  plain: boolean
  /**
   * Where the first scans of a JPEG and of its gain map are, of any number, so that who reads the file again can pass
   * over them.
   */
  scans: readonly ByteSpan[]
  /** What brightens a JPEG on displays with a high dynamic range, where it has that. It is part of the image. */
  gainMap: GainMap | undefined
}

/**
 * A second picture after the first one of a JPEG, at most as large, which says how much brighter each place of the
 * first one is to be shown (Ultra HDR image format 1.1, ISO 21496-1).
 */
export interface GainMap extends ByteSpan, PictureSize {}

/** Bytes `from` up to but not including `to`. */
export interface ByteSpan {
  from: number
  to: number
}
