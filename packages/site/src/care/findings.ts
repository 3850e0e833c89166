import type { BlobAddress } from '../blobs/blob-store.ts'

/**
 * Problems with the bytes of an address:
 * - `altered`: as many bytes as were stored, but different ones
 * - `resized`: fewer or more bytes than were stored
 * - `lost`: images need bytes that are missing
 * - `unreadable`: the store fails to read them
 * - `misrecorded`: the bytes are right, but the row has another size
 * - `misreleased`: according to the row no image needs them, but some do
 * - `unrecorded`: images or renditions need the bytes, but their row is missing
 * - `miscounted`: the row has a wrong number of images and renditions that need them
 * - `misclaimed`: an upload of these bytes, as received, would count as a repeat of an image that is gone
 * - `orphan`: bytes that no row names, for example after a crash during an upload; harmless
 * - `stale`: a row that no image needs, whose bytes are gone; harmless
 */
export type FindingKind =
  | 'altered'
  | 'resized'
  | 'lost'
  | 'unreadable'
  | 'misrecorded'
  | 'misreleased'
  | 'unrecorded'
  | 'miscounted'
  | 'misclaimed'
  | 'orphan'
  | 'stale'

/** A problem that a check has found. */
export interface Finding {
  kind: FindingKind
  /** For `misclaimed` the SHA-256 of the bytes as received. */
  address: BlobAddress
  /** The affected images, including deleted ones; at most a hundred. */
  imageIds: string[]
  /** The expected and the actual value, in a sentence. */
  detail: string
  /** Whether it was repaired. */
  repaired: boolean
}
