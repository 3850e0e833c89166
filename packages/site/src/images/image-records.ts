import type { MediaType } from '@pictoglyph/media/media-type'
import type { LiveLimits } from '../accounts/quota.ts'
import type { BlobReferences } from '../blobs/blob-reference-rows.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import type { Image } from '../language/records.ts'

/** An upload to record. */
export interface NewImage
  extends Omit<Image, 'ownerName' | 'ownerDisplayName' | 'deletedAtMs' | 'takenDown' | 'keyId'>,
    LiveLimits {
  albumId: string | null
  dedupScope: 'owner' | 'site'
  /** `picture`: an image with the same stored bytes is a duplicate too, even if the files differ in metadata. */
  dedupBy: 'file' | 'picture'
  /** The {@link BlobReferences.removal} count before the bytes were put. */
  removalsSeen: number
  /** A permanent link to set to the image, if it is free or the owner's. */
  link: { name: string; actor: string } | null
  /** The key of the upload, and the maximum number of its uploads; null is no limit. */
  key: { id: string; maxUploads: number | null } | null
  /** Identifies retries: the same key with the same Idempotency-Key gets the same answer. */
  idempotency: { keyId: string; token: string; fingerprint: string } | null
}

/** An upload by hash, without its file. */
export type RepeatedUpload = Pick<
  NewImage,
  | 'ownerId'
  | 'categoryId'
  | 'albumId'
  | 'title'
  | 'fileName'
  | 'createdAtMs'
  | 'expiresAtMs'
  | 'receivedSha256'
  | 'link'
  | 'key'
  | 'idempotency'
>

/** Selects the image that an upload would repeat: the owner's own, or any of the site that expires no sooner. */
export type DuplicateQuery = Pick<NewImage, 'receivedSha256' | 'ownerId' | 'dedupScope' | 'expiresAtMs'> & {
  /** The address of the bytes to store, if duplicates of these count too. */
  pictureAddress?: BlobAddress | undefined
}

/** The result of recording an upload. */
export type RecordOutcome =
  | { kind: 'created'; image: Image }
  | { kind: 'deduped'; image: Image }
  /** A collector removes these bytes, or has since they were put. Put them again after that, then record. */
  | { kind: 'blobRemoving'; untilMs: number }

/** Selects and orders images. */
export interface ImageQuery {
  ownerId?: string
  albumId?: string
  categoryId?: string
  /** Only images uploaded with this key. */
  keyId?: string
  /**
   * Words that must all occur in title or description, in any case; words after the hundredth are ignored. The index
   * narrows a search by words of three characters or more, and by any word with a Chinese, Japanese or Korean
   * character. If all words are shorter, a page compares only the newest 20,000 candidates.
   */
  search?: string
  /** Also search in file names: only for lists that no one but the owner sees. */
  withFileNames?: boolean
  createdFromMs?: number
  createdBeforeMs?: number
  /** Only images that their owners deleted after this time; if missing, only live ones. */
  deletedAfterMs?: number
  /** Only images that are taken down, instead of live ones. */
  isTakenDown?: boolean
  /** Only images with an expiry. */
  isExpiring?: boolean
  /** Only images with a permanent link of their owner. */
  isLinked?: boolean
  /** Only images of these types. */
  types?: readonly MediaType[]
  /** Only images with one of these stored bytes. */
  addresses?: readonly BlobAddress[]
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
 * Sort orders: by time of upload, by title in any case, or by file size. `album` is the order of the query's album, or
 * `newest` without one.
 */
export const imageSorts = ['newest', 'oldest', 'name', 'largest', 'album'] as const

export type ImageSort = (typeof imageSorts)[number]

/** Changes of images; omitted fields stay. */
export type ImageUpdate = Partial<Pick<Image, 'title' | 'description' | 'categoryId' | 'expiresAtMs'>>

/** Owner and the facts kept after an image is deleted. */
export interface OwnedImage {
  id: string
  ownerId: string
  ownerName: string
  address: BlobAddress
  deletedAtMs: number | null
  isTakenDown: boolean
}

export function hasExpired({ expiresAtMs }: Pick<Image, 'expiresAtMs'>, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs
}
