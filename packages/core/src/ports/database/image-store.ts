import type { MediaType } from '@pictoglyph/media'
import type { AuditDraft, Image, RemovedMetadata, StoredFile } from '../../records.ts'
import type { BlobAddress } from '../blob-store.ts'
import type { BlobReferences } from './blob-references.ts'
import type { Page } from './page.ts'

export interface NewImage {
  id: string
  ownerId: string
  categoryId: string
  albumId: string | null
  title: string
  description: string
  createdAtMs: number
  expiresAtMs: number | null
  receivedSha256: string
  removed: RemovedMetadata[]
  file: StoredFile
  dedupScope: 'owner' | 'site'
  /** `picture`: the stored bytes count too, so that files that differ in metadata alone are one image. */
  dedupBy: 'file' | 'picture'
  /** The most images that the policy lets an owner have; 0 is no bound. */
  maxImages: number
  /** What {@link BlobReferences.removal} counted before the bytes were put. */
  removalsSeen: number
  /** A link that leads to the image from now on, if it is the owner's. */
  link: { name: string; actor: string } | null
  /** The key that sends it, and in how many uploads of its own this one must be; null is any number. */
  key: { id: string; maxUploads: number | null } | null
  /** The answer to give again when the same key sends the same Idempotency-Key. */
  idempotency: { keyId: string; token: string; fingerprint: string } | null
}

/** An upload without its file, which is held to be there. */
export type RepeatedUpload = Pick<
  NewImage,
  | 'ownerId'
  | 'categoryId'
  | 'albumId'
  | 'createdAtMs'
  | 'expiresAtMs'
  | 'receivedSha256'
  | 'link'
  | 'key'
  | 'idempotency'
>

/** What an upload would repeat: the owner's own image, or any of the site that does not end before `expiresAtMs`. */
export type DuplicateQuery = Pick<NewImage, 'receivedSha256' | 'ownerId' | 'dedupScope' | 'expiresAtMs'> & {
  /** What would be stored, where that counts too. */
  pictureAddress?: BlobAddress | undefined
}

export type RecordOutcome =
  | { kind: 'created'; image: Image }
  | { kind: 'deduped'; image: Image }
  /** The collector removes these bytes, or has since they were put: put them again once it is done, then record. */
  | { kind: 'blobRemoving'; untilMs: number }

export interface ImageQuery {
  ownerId?: string
  albumId?: string
  categoryId?: string
  /** Only images that this key sent. */
  keyId?: string
  /**
   * Words that must all stand in title or description, without regard to case; those after the hundredth don't count.
   * The index narrows a search by words of three characters or more, and by any word with a Chinese, Japanese or
   * Korean character. Where all words are shorter, a page compares the newest 20,000 images that are asked for.
   */
  search?: string
  createdFromMs?: number
  createdBeforeMs?: number
  /** Only images that were deleted after this time; without it, only those that were not. */
  deletedAfterMs?: number
  /** Only images that are to end at some time. */
  isEnding?: boolean
  /** Only images whose files are of one of these types. */
  types?: readonly MediaType[]
  /** Only images of these stored bytes. */
  address?: BlobAddress
  /** Only images without a title. */
  isUntitled?: boolean
  /** Only images whose files have at least so many bytes. */
  minBytes?: number
  /** Only images whose files have fewer bytes. */
  belowBytes?: number
  /** `newest` where it is not said. `deleted`: what was deleted last comes first; only with `deletedAfterMs`. */
  sort?: ImageSort | 'deleted'
  limit: number
  after?: string
}

/**
 * By the time of upload, by title without regard to case, by the size of the file; `album` is the order by hand of the
 * query's album, and `newest` where it has none.
 */
export const imageSorts = ['newest', 'oldest', 'name', 'largest', 'album'] as const

export type ImageSort = (typeof imageSorts)[number]

export interface ImageStore {
  /**
   * Records an upload whose bytes are durable, or finds the image that it repeats: the live image with the
   * same `receivedSha256` in the scope, decided by a unique index, so that any number of identical uploads
   * at once make one image. With `dedupBy` `picture` one with the same stored bytes is found as well. In the scope of the site the owner's own image comes before another's. A claim to these
   * bytes that no live image holds is taken over, and the row of a found image's blob is made again where it is
   * missing. A given album gets the image either way, unless it is somebody else's: albums hold
   * images of their owner. A found image keeps the later of its end and the new one, where no end is the latest; another
   * owner's, which would end sooner, is not repeated: the uploader gets an image. Nothing else of a found image changes.
   * The blob's row is made or revived in the same transaction. So is the count of a key whose uploads are bounded: what
   * repeats an image counts too, and a repeated Idempotency-Key does not.
   * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, KEY_USED_UP, IDEMPOTENCY_MISMATCH,
   * BAD_REQUEST for a link of somebody else
   */
  record(image: NewImage): Promise<RecordOutcome>
  /** Live images only: neither deleted nor ended. */
  byId(id: string): Promise<Image | undefined>
  /** Deleted ones too, until they are purged or come to their end. */
  byIdWithDeleted(id: string): Promise<Image | undefined>
  /**
   * Records an upload whose file was not sent as {@link ImageStore.record} would have, if the owner has a live image of
   * these bytes: of other owners' it is not even looked for.
   * @returns `undefined` where there is none, and nothing has changed
   * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, IDEMPOTENCY_MISMATCH
   */
  repeat(upload: RepeatedUpload): Promise<Image | undefined>
  /** What an upload of these bytes would repeat. */
  duplicateOf(query: DuplicateQuery): Promise<Image | undefined>
  /** The image that an earlier upload with this Idempotency-Key made, and what it was made from. */
  byIdempotency(
    keyId: string,
    token: string,
  ): Promise<{ image: Image; deduped: boolean; fingerprint: string } | undefined>
  /**
   * In the order that the query asks for. A page of a search may have fewer images than `limit`, or none, and another
   * page after it.
   */
  list(query: ImageQuery): Promise<Page<Image>>
  /** The ids of the images before and after one in the list that a query finds. */
  neighbours(
    image: Pick<Image, 'id' | 'createdAtMs'>,
    query: Omit<ImageQuery, 'limit' | 'after'>,
  ): Promise<{ previous: string | undefined; next: string | undefined }>
  /** How many images a query finds, on all of its pages, counted up to `most`. */
  count(query: Omit<ImageQuery, 'limit' | 'after'>, most: number): Promise<number>
  update(
    id: string,
    change: Partial<Pick<Image, 'title' | 'description' | 'categoryId' | 'expiresAtMs'>>,
    audit: AuditDraft,
  ): Promise<void>
  /**
   * Marks images as deleted; their bytes stay until they are purged. Those deleted already stay as they are.
   * @throws {Failure} NOT_FOUND for an id that is unknown, and none of them is deleted then
   */
  remove(ids: readonly string[], atMs: number, audit: AuditDraft): Promise<void>
  /**
   * Brings deleted images back, and returns those that it brought back: one whose bytes its owner has uploaded
   * again meanwhile stays deleted.
   * @throws {Failure} NOT_FOUND for an id that is unknown, QUOTA_EXCEEDED where an owner has no room for all that
   * would come back; none of them is brought back then
   */
  restore(ids: readonly string[], audit: AuditDraft): Promise<string[]>
  /**
   * Forgets images deleted before a time, in transactions of a bounded size; a blob that no image needs any
   * more is released at `atMs`. Returns how many images.
   */
  purge(deletedBeforeMs: number, atMs: number): Promise<number>
  /**
   * Forgets images whose end has come, deleted or not, in the same way. Nobody has seen them since. Returns how many.
   */
  purgeExpired(atMs: number): Promise<number>
  /**
   * The same of each owner who has deleted more bytes than the quota: the oldest ones, until the rest fits or was
   * deleted after that time.
   */
  purgeBeyondQuotas(deletedBeforeMs: number, atMs: number): Promise<number>
  /**
   * Forgets these deleted images, whenever it was, in one transaction. What no image needs any more, of what was made
   * of them too, is released at `atMs`; returns its addresses.
   * @throws {Failure} NOT_FOUND for an id that is unknown or not of a deleted image, and none is forgotten then
   */
  purgeSelected(ids: readonly string[], atMs: number, audit: AuditDraft): Promise<BlobAddress[]>
  /** The most recent live uploads of the site, newest first, with what a policy preview needs. */
  recent(limit: number): Promise<Image[]>
  /** Ids of the images, deleted ones included, whose stored bytes or rendition these are; at most `limit`. */
  idsByBlob(address: BlobAddress, limit: number): Promise<string[]>
  /** Live images and their bytes, and the bytes that repeated uploads would have taken beyond these. */
  totals(): Promise<{ images: number; bytes: number; deduplicatedBytes: number }>
  /**
   * New images and their bytes a day (UTC, `YYYY-MM-DD`), oldest first, from the day of `sinceMs` on. What
   * became of them later doesn't count, and days without any are left out.
   */
  daily(sinceMs: number): Promise<{ day: string; images: number; bytes: number }[]>
}
