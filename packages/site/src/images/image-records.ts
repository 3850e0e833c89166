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
  /** `picture`: the stored bytes count too, so that files that differ only in metadata are one image. */
  dedupBy: 'file' | 'picture'
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
  | 'title'
  | 'fileName'
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
  /** The words may be those of the file name too: only for lists that no one but the owner sees. */
  withFileNames?: boolean
  createdFromMs?: number
  createdBeforeMs?: number
  /** Only images that their owners deleted after this time; without it, only live ones. */
  deletedAfterMs?: number
  /** Only images that are taken down, instead of live ones. */
  isTakenDown?: boolean
  /** Only images that are to end at some time. */
  isExpiring?: boolean
  /** Only images that a permanent link of their owner leads to. */
  isLinked?: boolean
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

/** What changes of images; what is left out stays. */
export type ImageUpdate = Partial<Pick<Image, 'title' | 'description' | 'categoryId' | 'expiresAtMs'>>

/** Whose an image is, and what else is told of it once it is gone. */
export interface OwnedImage {
  id: string
  ownerId: string
  ownerName: string
  address: BlobAddress
  deletedAtMs: number | null
  isTakenDown: boolean
}

/** Whether an image has expired. */
export function hasExpired({ expiresAtMs }: Pick<Image, 'expiresAtMs'>, nowMs: number): boolean {
  return expiresAtMs !== null && expiresAtMs <= nowMs
}
