import type { ByteSpan, GainMap } from '../facts.ts'
import type { ExifStripper } from './exif.ts'
import type { Edits, RemovedItem, StripMode } from './plan.ts'
import type { Reading } from './reading.ts'
import type { MediaSource } from './source.ts'

/**
 * Strips a whole file that is embedded in another, in the same mode.
 * @throws {MediaFailure}
 */
export type StripFile = (bytes: Uint8Array) => Reading<StrippedFile>

/** A file without its metadata, and what it had. */
export interface StrippedFile {
  bytes: Uint8Array
  removed: RemovedItem[]
}

/** A file to strip. It was inspected: its parts are where its format says. */
export interface Stripping {
  source: MediaSource
  edits: Edits
  mode: Exclude<StripMode, 'keep'>
  stripExif: ExifStripper
  /** Where the image ends in the file. */
  end: number
  scans: readonly ByteSpan[]
  gainMap: GainMap | undefined
  /** For files that are embedded in it. */
  stripFile: StripFile
}
