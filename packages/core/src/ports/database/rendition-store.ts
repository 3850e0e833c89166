import type { RenditionFormat, RenditionSize } from '../../image/rendition-sizes.ts'
import type { StoredFile } from '../../records.ts'
import type { BlobAddress } from '../blob-store.ts'
import type { BlobReferences } from './blob-references.ts'

/** What was made of a blob in a size and format. */
export interface RenditionRow {
  /** The blob that it was made of. */
  source: BlobAddress
  size: RenditionSize
  format: RenditionFormat
  /** `null`: it could not be made, and is not to be tried again for the images that there are. */
  file: StoredFile | null
  /** A few pixels of it as WebP, base64. */
  placeholder: string | null
  /** When it was last found out, for whichever image of the blob. */
  createdAtMs: number
}

export interface NewRendition extends Omit<RenditionRow, 'file'> {
  file: StoredFile
  /** What {@link BlobReferences.removal} counted before the bytes were put. */
  removalsSeen: number
}

export type RecordRenditionOutcome =
  /** There was one already, if it is not the given one that is returned. */
  | { kind: 'recorded'; rendition: RenditionRow }
  /** No image needs the blob that it was made of any more. */
  | { kind: 'sourceGone' }
  /** As for an image. */
  | { kind: 'blobRemoving'; untilMs: number }

/** Smaller stills of blobs, one at most for each size and format of a blob. */
export interface RenditionStore {
  /** All that is known of a blob. */
  of(source: BlobAddress): Promise<RenditionRow[]>
  /** The thumbnails in WebP that are known of blobs; of one that has none there is no row. */
  thumbnails(sources: readonly BlobAddress[]): Promise<Omit<RenditionRow, 'file'>[]>
  /**
   * Records a rendition whose bytes are durable. The first one of a size and format stays, as made at the time of the
   * last.
   */
  record(rendition: NewRendition): Promise<RecordRenditionOutcome>
  /**
   * Notes that a rendition can't be made, until one is: one that was made stays, and gets this time too. Such a mark
   * outlasts all images of the blob.
   */
  markImpossible(rendition: Omit<RenditionRow, 'file' | 'placeholder'>): Promise<void>
  /** Forgets renditions whose bytes these are, and releases the bytes. */
  forget(address: BlobAddress, atMs: number): Promise<void>
}
