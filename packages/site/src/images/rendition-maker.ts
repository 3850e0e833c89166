import type { RasterType } from '@pictoglyph/media/media-type'
import type { OpenBlob } from '../blobs/blob-store.ts'
import type { RenditionFormat, RenditionShape } from './rendition-sizes.ts'

/** A rendition to make. */
export interface RenditionJob {
  /** The type of the bytes; other decoders are not tried. */
  type: RasterType
  /** Called when the job starts. */
  open: () => Promise<OpenBlob>
  format: RenditionFormat
  /** Smaller images are not enlarged. */
  shape: RenditionShape
  /** Maximum size of a JPEG. */
  maxBytes: number
  /** Whether to make a placeholder too. */
  placeholder: boolean
  /** Jobs of one batch may have one process, in the background; `null` for a process of its own. */
  batch: string | null
  /** Whether a client waits for it; called whenever a job is chosen. Background jobs come last. */
  isAwaited: () => boolean
}

/** The result of a rendition job. */
export type RenditionOutcome =
  | {
      kind: 'made'
      /** The first visible frame, upright, in sRGB, without metadata; a JPEG has a white background. */
      bytes: Uint8Array
      width: number
      height: number
      /** A tiny WebP, base64; `null` if not requested, or if it would show through a transparent image. */
      placeholder: string | null
      /** Whether its process had no other file before. */
      isApart: boolean
    }
  /** The decoder refused the file, crashed, or took too much time or memory: do not try again. */
  | { kind: 'impossible'; reason: string }
  /** Too many jobs are waiting. */
  | { kind: 'busy' }
  /** This process can make no renditions now, whatever the file. */
  | { kind: 'unavailable'; reason: string }

/**
 * Makes renditions outside this process, because hostile files attack decoders. Each job or batch of jobs has its own
 * process, with limits on memory and time.
 */
export interface RenditionMaker {
  /** How many background jobs it does at a time. */
  readonly backgroundJobs: number
  /** Whether a job would be accepted, now or later; otherwise the result is `busy`. */
  hasRoom(isAwaited: boolean): boolean
  /** @throws the errors of `open` */
  make(job: RenditionJob): Promise<RenditionOutcome>
  /** Stops running jobs; these and all later ones result in `unavailable`. */
  close(): Promise<void>
}
