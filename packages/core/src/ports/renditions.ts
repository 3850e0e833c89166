import type { RasterType } from '@pictoglyph/media'
import type { RenditionFormat } from '../image/rendition-sizes.ts'
import type { OpenBlob } from './blob-store.ts'

/** A smaller still to be made of an image. */
export interface RenditionJob {
  /** What the bytes were found to be; nothing else is tried to read them. */
  type: RasterType
  /** Called when the job's turn has come. */
  open: () => Promise<OpenBlob>
  format: RenditionFormat
  /** Pixels of the longer side at most; a smaller image is not enlarged. */
  longestSide: number
  /** Whether a placeholder is wanted too. */
  placeholder: boolean
  /**
   * Whether someone waits for it, asked whenever the next turn is given. What nobody waits for comes after
   * everything else.
   */
  isAwaited: () => boolean
}

export type RenditionOutcome =
  | {
      kind: 'made'
      /** The first frame, upright, in sRGB, without metadata. */
      bytes: Uint8Array
      width: number
      height: number
      /** A few pixels of it as WebP, base64; `null` where none was wanted or it would shine through the image. */
      placeholder: string | null
    }
  /** The decoder refused the file, died of it, or took too much time or memory: it is not to be tried again. */
  | { kind: 'impossible'; reason: string }
  /** Too much is waiting already. */
  | { kind: 'busy' }
  /** This process can make no renditions now, whatever the file. */
  | { kind: 'unavailable'; reason: string }

/**
 * Makes renditions outside of this process. Decoders are where hostile files do their work: each job has a
 * process of its own with bounds on memory and time, and whatever happens there ends with that job.
 */
export interface RenditionMaker {
  /** Whether a job would have its turn, now or later; without it, one is answered `busy`. */
  hasRoom(isAwaited: boolean): boolean
  /** @throws what `open` throws */
  make(job: RenditionJob): Promise<RenditionOutcome>
  /** Ends running jobs, and answers them and all later ones `unavailable`. */
  close(): Promise<void>
}
