import type { RasterType } from '@pictoglyph/media/media-type'
import type { OpenBlob } from '../blobs/blob-store.ts'
import type { RenditionFormat, RenditionShape } from './rendition-sizes.ts'

/** A smaller still to be made of an image. */
export interface RenditionJob {
  /** The type of the bytes; no other decoder is tried. */
  type: RasterType
  /** Called when the job's turn has come. */
  open: () => Promise<OpenBlob>
  format: RenditionFormat
  /** A smaller image is not enlarged. */
  shape: RenditionShape
  /** A JPEG has at most so many bytes. */
  maxBytes: number
  /** Whether a placeholder is wanted too. */
  placeholder: boolean
  /** Whether a client waits for it, asked whenever a job is chosen. Background jobs come after all others. */
  isAwaited: () => boolean
}

/** The result of a rendition job. */
export type RenditionOutcome =
  | {
      kind: 'made'
      /** The first frame that is seen, upright, in sRGB, without metadata; as JPEG on white. */
      bytes: Uint8Array
      width: number
      height: number
      /**
       * A few pixels of it as WebP, base64; `null` if none was asked for, or it would show through a transparent image.
       */
      placeholder: string | null
    }
  /** The decoder refused the file, died of it, or took too much time or memory: it is not to be tried again. */
  | { kind: 'impossible'; reason: string }
  /** Too much is waiting already. */
  | { kind: 'busy' }
  /** This process can make no renditions now, whatever the file. */
  | { kind: 'unavailable'; reason: string }

/**
 * Makes renditions outside of this process, because hostile files attack decoders. Each job has its own process with
 * limits on memory and time, which ends with the job.
 */
export interface RenditionMaker {
  /** Whether a job would be accepted, now or later; otherwise the answer is `busy`. */
  hasRoom(isAwaited: boolean): boolean
  /** @throws what `open` throws */
  make(job: RenditionJob): Promise<RenditionOutcome>
  /** Ends running jobs, and answers them and all later ones with `unavailable`. */
  close(): Promise<void>
}
