import type { RenditionFormat, RenditionSize } from '../../image/rendition-sizes.ts'
import type { StoredFile } from '../../records.ts'
import type { BlobAddress } from '../blob-store.ts'
import type { BlobReferences } from './blob-references.ts'

/** A rendition of a blob in a size and format. */
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

/** A rendition to record. */
export interface NewRendition extends Omit<RenditionRow, 'file'> {
  file: StoredFile
  /** The {@link BlobReferences.removal} count before the bytes were put. */
  removalsSeen: number
}

/** The result of recording a rendition. */
export type RecordRenditionOutcome =
  /** A rendition that existed before may be returned in place of the given one. */
  | { kind: 'recorded'; rendition: RenditionRow }
  /** No image needs the blob that it was made of any more. */
  | { kind: 'sourceGone' }
  /** As for an image. */
  | { kind: 'blobRemoving'; untilMs: number }

/** Smaller stills of blobs, at most one for each size and format of a blob. */
export interface RenditionStore {
  /** All that is known of a blob. */
  of(source: BlobAddress): Promise<RenditionRow[]>
  /** The known WebP thumbnails of blobs; a blob without one has no row. */
  thumbnails(sources: readonly BlobAddress[]): Promise<Omit<RenditionRow, 'file'>[]>
  /**
   * Records a rendition whose bytes are durable. The first rendition of a size and format stays, with the time of the
   * last.
   */
  record(rendition: NewRendition): Promise<RecordRenditionOutcome>
  /**
   * Records that a rendition can't be made, until one is: an existing rendition stays, and gets this time too. The mark
   * outlasts all images of the blob.
   */
  markImpossible(rendition: Omit<RenditionRow, 'file' | 'placeholder'>): Promise<void>
  /** Removes the rows of renditions with these bytes, and releases the bytes. */
  forget(address: BlobAddress, atMs: number): Promise<void>
}
