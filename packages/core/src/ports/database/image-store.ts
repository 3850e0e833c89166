import type { MediaType } from '@pictoglyph/media'
import type { AuditDraft, Image, RemovedMetadata, StoredFile } from '../../records.ts'
import type { BlobAddress } from '../blob-store.ts'
import type { BlobReferences } from './blob-references.ts'
import type { Page } from './page.ts'

/** An upload to record. */
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
  /** `picture`: the stored bytes count too, so that files that differ only in metadata are one image. */
  dedupBy: 'file' | 'picture'
  /** The policy's maximum number of images of an owner; 0 is no limit. */
  maxImages: number
  /** The {@link BlobReferences.removal} count before the bytes were put. */
  removalsSeen: number
  /** A link that leads to the image from now on, if it is the owner's. */
  link: { name: string; actor: string } | null
  /** The key that sends it, and the maximum number of its uploads; null is no limit. */
  key: { id: string; maxUploads: number | null } | null
  /** The answer to give again when the same key sends the same Idempotency-Key. */
  idempotency: { keyId: string; token: string; fingerprint: string } | null
}

/** An upload without its file, which the site is believed to have. */
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

/**
 * What an upload would repeat: the owner's own image, or any image of the site that does not end before `expiresAtMs`.
 */
export type DuplicateQuery = Pick<NewImage, 'receivedSha256' | 'ownerId' | 'dedupScope' | 'expiresAtMs'> & {
  /** The address of what would be stored, if that counts too. */
  pictureAddress?: BlobAddress | undefined
}

/** The result of recording an upload. */
export type RecordOutcome =
  | { kind: 'created'; image: Image }
  | { kind: 'deduped'; image: Image }
  /** The collector removes these bytes, or has since they were put: put them again once it is done, then record. */
  | { kind: 'blobRemoving'; untilMs: number }

/** Selects and orders images. */
export interface ImageQuery {
  ownerId?: string
  albumId?: string
  categoryId?: string
  /** Only images that this key sent. */
  keyId?: string
  /**
   * Words that must all occur in title or description, in any case; words after the hundredth are ignored. The index
   * narrows a search by words of three characters or more, and by any word with a Chinese, Japanese or Korean
   * character. If all words are shorter, a page compares only the newest 20,000 images in question.
   */
  search?: string
  createdFromMs?: number
  createdBeforeMs?: number
  /** Only images that were deleted after this time; without it, only live ones. */
  deletedAfterMs?: number
  /** Only images that are to end at some time. */
  isEnding?: boolean
  /** Only images whose files are of one of these types. */
  types?: readonly MediaType[]
  /** Only images of these stored bytes. */
  address?: BlobAddress
  /** Only images without a title. */
  isUntitled?: boolean
  /** Only images whose files have at least this many bytes. */
  minBytes?: number
  /** Only images whose files have fewer bytes than this. */
  belowBytes?: number
  /** `newest` by default. `deleted`: the last deleted first; only with `deletedAfterMs`. */
  sort?: ImageSort | 'deleted'
  limit: number
  after?: string
}

/**
 * By the time of upload, by title in any case, or by the size of the file. `album` is the order of the query's album,
 * or `newest` if it has none.
 */
export const imageSorts = ['newest', 'oldest', 'name', 'largest', 'album'] as const

/** An order of images; see {@link imageSorts}. */
export type ImageSort = (typeof imageSorts)[number]

/** Images, live and deleted. */
export interface ImageStore {
  /**
   * Records an upload whose bytes are durable, or finds the image that it repeats.
   *
   * - An upload repeats the live image with the same `receivedSha256` in the scope. A unique index decides, so that
   *   any number of identical uploads at once make one image. With `dedupBy` `picture`, an image with the same stored
   *   bytes counts too. In the scope of the site, the owner's own image comes before another's.
   * - A claim to these bytes that no live image holds is taken over. The row of a found image's blob is made again if
   *   it is missing.
   * - A given album gets the image in both cases, unless the image belongs to someone else: albums hold images of
   *   their owner.
   * - A found image keeps the later of its end and the new one; no end is the latest. Another owner's image that
   *   would end sooner is not repeated: the uploader gets a new image. Nothing else of a found image changes.
   * - The same transaction makes or revives the blob's row, and counts uploads of a key with a limit. A repeat counts
   *   too, except one with the same Idempotency-Key.
   *
   * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, KEY_USED_UP, IDEMPOTENCY_MISMATCH,
   * BAD_REQUEST for a link of someone else
   */
  record(image: NewImage): Promise<RecordOutcome>
  /** Live images only: neither deleted nor ended. */
  byId(id: string): Promise<Image | undefined>
  /** Deleted images too, until they are purged or end. */
  byIdWithDeleted(id: string): Promise<Image | undefined>
  /**
   * Records an upload whose file was not sent, as {@link ImageStore.record} would, if the owner has a live image of
   * these bytes. Images of other owners are not looked at.
   * @returns `undefined` if there is none, and nothing has changed
   * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, IDEMPOTENCY_MISMATCH
   */
  repeat(upload: RepeatedUpload): Promise<Image | undefined>
  /** The image that an upload of these bytes would repeat. */
  duplicateOf(query: DuplicateQuery): Promise<Image | undefined>
  /** The image that an earlier upload with this Idempotency-Key made, and the fingerprint of that upload. */
  byIdempotency(
    keyId: string,
    token: string,
  ): Promise<{ image: Image; deduped: boolean; fingerprint: string } | undefined>
  /**
   * In the order that the query asks for. A page of a search may have fewer images than `limit`, or none, and another
   * page after it.
   */
  list(query: ImageQuery): Promise<Page<Image>>
  /** The ids of the images before and after one, in the list of a query. */
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
   * Marks images as deleted; their bytes stay until they are purged. Images that are deleted already stay as they are.
   * @throws {Failure} NOT_FOUND for an unknown id; then none of them is deleted
   */
  remove(ids: readonly string[], atMs: number, audit: AuditDraft): Promise<void>
  /**
   * Restores deleted images, and returns those that it restored: an image whose bytes its owner has uploaded again
   * meanwhile stays deleted.
   * @throws {Failure} NOT_FOUND for an unknown id, QUOTA_EXCEEDED if an owner has no room for all of them; then none is
   * restored
   */
  restore(ids: readonly string[], audit: AuditDraft): Promise<string[]>
  /**
   * Purges images deleted before a time, in transactions of a bounded size; a blob that is not needed any more is
   * released at `atMs`. Returns how many images.
   */
  purge(deletedBeforeMs: number, atMs: number): Promise<number>
  /**
   * Purges images whose end has passed, deleted or not, in the same way. They are already invisible. Returns how many.
   */
  purgeExpired(atMs: number): Promise<number>
  /**
   * The same for each owner who has deleted more bytes than the quota: the oldest first, until the rest fits or was
   * deleted after that time.
   */
  purgeBeyondQuotas(deletedBeforeMs: number, atMs: number): Promise<number>
  /**
   * Purges these deleted images in one transaction, whenever they were deleted. Blobs that are not needed any more, of
   * renditions too, are released at `atMs`; returns their addresses.
   * @throws {Failure} NOT_FOUND for an id that is unknown or not of a deleted image; then none is purged
   */
  purgeSelected(ids: readonly string[], atMs: number, audit: AuditDraft): Promise<BlobAddress[]>
  /** The most recent live uploads of the site, newest first, with the fields for a policy preview. */
  recent(limit: number): Promise<Image[]>
  /** Ids of the images, including deleted ones, whose stored bytes or rendition these are; at most `limit`. */
  idsByBlob(address: BlobAddress, limit: number): Promise<string[]>
  /** Live images and their bytes, and the bytes that repeated uploads would have taken beyond these. */
  totals(): Promise<{ images: number; bytes: number; deduplicatedBytes: number }>
  /**
   * New images and their bytes a day (UTC, `YYYY-MM-DD`), oldest first, from the day of `sinceMs` on. What
   * became of them later doesn't count, and days without any are left out.
   */
  daily(sinceMs: number): Promise<{ day: string; images: number; bytes: number }[]>
}
