import type { ByteSpan, GainMap } from '../facts.ts'
import type { ExifStripper } from './exif.ts'
import type { Edits, RemovedItem, StripMode } from './plan.ts'
import type { Reading } from './reading.ts'
import type { MediaSource } from './source.ts'

/**
 * Strips a file that is embedded in another, in the same mode.
 * @throws {MediaFailure}
 */
export type StripFile = (bytes: Uint8Array) => Reading<StrippedFile>

/** A file without its metadata, and the list of removed data. */
export interface StrippedFile {
  bytes: Uint8Array
  removed: RemovedItem[]
}

/** A file to strip. It was inspected, so its parts are where its format says. */
export interface Stripping {
  source: MediaSource
  edits: Edits
  mode: Exclude<StripMode, 'keep'>
  stripExif: ExifStripper
  /** End of the image in the file. */
  end: number
  scans: readonly ByteSpan[]
  gainMap: GainMap | undefined
  /** Strips embedded files. */
  stripFile: StripFile
}
