import type { MediaType } from '@pictoglyph/media/media-type'

/** The kinds of metadata that this release removes from files. */
export type { RemovedKind } from '@pictoglyph/media/strip/plan'

/** Times are milliseconds since the epoch, sizes are bytes; `null` is "not set". */

/** Administrators run the site; members own images. */
export type Role = 'admin' | 'member'

/** An account. */
export interface User {
  id: string
  name: string
  role: Role
  /** An argon2id hash in PHC form, or '' for an account without a password. */
  passwordHash: string
  /** The site generated the password, and its holder has not changed it yet. */
  hasGeneratedPassword: boolean
  /** The command set the password, on the machine itself. */
  hasCommandPassword: boolean
  createdAtMs: number
  disabledAtMs: number | null
  quotaBytes: number | null
  /** The name that others see instead of the sign-in name; '' if none is set. */
  displayName: string
}

/** A permission of a key. */
export type Permission = 'images:upload'

/** Restrictions of a key beyond its permissions; a missing field restricts nothing. */
export interface KeyBinding {
  categoryIds?: string[]
  albumIds?: string[]
  types?: MediaType[]
  maxBytes?: number
  networks?: string[]
  /** Permanent links that its uploads may set. Without it they may set none. */
  linkNames?: string[]
}

/** `lsky`: the answer carries the extra fields that Lsky Pro clients read. */
export type ClientKind = 'standard' | 'lsky'

/** An API key, without its secret. */
export interface ApiKey {
  id: string
  userId: string
  name: string
  /** SHA-256 of the key as text, lower-case hex. The key itself is stored nowhere. */
  secretHash: string
  permissions: Permission[]
  createdAtMs: number
  expiresAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
  /** The client address of the last use. */
  lastUsedAddress: string | null
  /** The last first use from a new network; the key's very first network does not count. */
  newNetwork: { address: string; atMs: number } | null
  /** Maximum uploads in any 60 seconds, over all processes. */
  uploadsPerMinute: number | null
  /** Lifetime of images whose upload names none; `null`: as the policy says. */
  imageLifetimeMs: number | null
  /** Maximum uploads with the key in total. */
  maxUploads: number | null
  /** The number of uploads; counted only if `maxUploads` is set. */
  uploads: number
  /** A guest link: its answers reveal nothing about other images. */
  isGuestLink: boolean
  /** Guests see the key's name as the title of their upload page. */
  isNameShown: boolean
  defaultCategoryId: string | null
  clientKind: ClientKind
  binding: KeyBinding
  /** This version can't read its restrictions: the key is refused, and can only be revoked. */
  isUnreadable?: true
}

/** A group of one owner's images. */
export interface Album {
  id: string
  ownerId: string
  name: string
  position: number
  /** The secret part of the public page's address; null if the album has no public page. */
  publicToken: string | null
  createdAtMs: number
  /** The text below the name on its page; '' if there is none. */
  description: string
  /** The cover image. If it is null, or not in the album any more, the first image is the cover. */
  coverImageId: string | null
  /** The owner has put the images in order; otherwise the newest come first. */
  isArranged: boolean
  /** Whether the public page has a random link, which leads to any of its images. */
  hasRandomLink: boolean
}

/** Metadata that was removed from a file before it was stored. */
export interface RemovedMetadata {
  kind: string
  bytes: number
}

/** The stored bytes of an image, and their facts. */
export interface StoredFile {
  /** SHA-256 of the stored bytes, lower-case hex: their address in the blob store. */
  address: string
  sizeBytes: number
  type: MediaType
  /** In pixels, as displayed by browsers. */
  width: number
  height: number
  frames: number
}

/** The reason and time of a takedown. */
export interface TakenDown {
  atMs: number
  /** The reason, for the owner and for those who upload the same bytes. */
  reason: string
  /** It was hidden with its owner's account, and becomes visible again with it. */
  isWithOwner: boolean
}

/** An uploaded image. */
export interface Image {
  id: string
  ownerId: string
  /** The owner's sign-in name, only for operators and the owner. */
  ownerName: string
  /** The owner's display name, for others; '' if none is set. */
  ownerDisplayName: string
  categoryId: string
  title: string
  description: string
  /** The name of the uploaded file, '' without one; only for its owner. See `readFileName`. */
  fileName: string
  createdAtMs: number
  /** When its owner deleted it, or an operator took it down. */
  deletedAtMs: number | null
  /** Set if an operator took it down; then only operators can restore it. */
  takenDown: TakenDown | null
  /** When it disappears for everyone, including its owner; `null`: never. */
  expiresAtMs: number | null
  /**
   * SHA-256 of the bytes as received, which identifies duplicates. Under a guest link it includes the key's id: see
   * `comparedSha256`.
   */
  receivedSha256: string
  /** The key that uploaded it; null for uploads in the console, and for those from before this was recorded. */
  keyId: string | null
  removed: RemovedMetadata[]
  file: StoredFile
}

/** The blacklist (`block`) or the whitelist (`allow`). */
export type AccessList = 'block' | 'allow'

/** The author of a change, and the client's address. */
export interface Actor {
  /** A user's name, or `command` for the local command line. */
  name: string
  userId: string | null
  /** The client address, or `local`. */
  address: string
}

/** An entry of the audit log. */
export interface AuditEntry {
  id: number
  atMs: number
  actor: string
  actorUserId: string | null
  address: string
  /** The action, as `subject.verb`: `category.disable`. */
  action: string
  /** The id of the changed thing. */
  subject: string
  /** JSON values before and after the change, or null. They never hold secrets. */
  before: unknown
  after: unknown
}

/** An audit entry to write; the database adds id and time. */
export type AuditDraft = Omit<AuditEntry, 'id'> & {
  /** The entry from an earlier part of the same action, which this one replaces. */
  replaces?: number | undefined
}
