import type { MediaType } from '@pictoglyph/media/media-type'

/** The kinds of metadata that this release takes out of files. */
export type { RemovedKind } from '@pictoglyph/media/strip/plan'

/** Times are milliseconds since the epoch, sizes are bytes; `null` is "not set". */

/** Administrators run the site; members own images. */
export type Role = 'admin' | 'member'

/** An account. */
export interface User {
  id: string
  name: string
  role: Role
  /** An argon2id hash in PHC form, or '' for an account that can't sign in. */
  passwordHash: string
  /** The site made the password, and its holder has not changed it yet. */
  hasGeneratedPassword: boolean
  /** The command has set the password, on the machine itself. */
  hasCommandPassword: boolean
  createdAtMs: number
  disabledAtMs: number | null
  quotaBytes: number | null
  /** What others see instead of the sign-in name; '' if none is given. */
  displayName: string
}

/** Something that a key can be allowed to do. */
export type Permission = 'images:upload'

/** Restrictions of a key beyond its permissions; a missing field restricts nothing. */
export interface KeyBinding {
  categoryIds?: string[]
  albumIds?: string[]
  types?: MediaType[]
  maxBytes?: number
  networks?: string[]
  /** Links that its uploads may have lead to their image. Without it they may set none. */
  linkNames?: string[]
}

/** `lsky`: the answer carries the extra fields that Lsky Pro clients read. */
export type ClientKind = 'standard' | 'lsky'

/** An API key, without its secret. */
export interface ApiKey {
  id: string
  userId: string
  name: string
  /** SHA-256 of the key as text, lower-case hex. The key itself is kept nowhere. */
  secretHash: string
  permissions: Permission[]
  createdAtMs: number
  expiresAtMs: number | null
  revokedAtMs: number | null
  lastUsedAtMs: number | null
  /** The client address of the last use. */
  lastUsedAddress: string | null
  /** The last use from a network that the key had not been used from, unless that was its first. */
  newNetwork: { address: string; atMs: number } | null
  /** Uploads in any 60 seconds, over all processes. */
  uploadsPerMinute: number | null
  /** How long an image stays if its upload names no end; `null`: as the policy says. */
  imageLifetimeMs: number | null
  /** Uploads that the key may make in all. */
  maxUploads: number | null
  /** The number of its uploads; counted if `maxUploads` is set. */
  uploads: number
  /** Its answers say nothing of other images; for keys that guests get. */
  isQuiet: boolean
  /** Guests see its name, as the title of the page on which they upload. */
  isNameShown: boolean
  defaultCategoryId: string | null
  clientKind: ClientKind
  binding: KeyBinding
  /** What it may do is stored in a form that this version can't read: it lets no one in, and is only revoked. */
  isUnreadable?: true
}

/** A group of one owner's images. */
export interface Album {
  id: string
  ownerId: string
  name: string
  position: number
  /** Part of the public page's address, or null while the album has no public page. */
  publicToken: string | null
  createdAtMs: number
  /** The text under the name on its page; '' if there is none. */
  description: string
  /** The cover image; without one, or if it is no longer in the album, the first image is the cover. */
  coverImageId: string | null
  /** Its owner has put its images in order; otherwise the newest come first. */
  isArranged: boolean
  /** Whether it has an address that leads to any of its images, for as long as it has a public page. */
  hasRandomLink: boolean
}

/** Metadata that was taken out of a file before it was stored. */
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
  /** In pixels, as browsers show it. */
  width: number
  height: number
  frames: number
}

/** Why and when an image was taken down. */
export interface TakenDown {
  atMs: number
  /** For the owner, and for those who upload the same bytes. */
  reason: string
  /** It was hidden with its owner's account, and comes back with it. */
  isWithOwner: boolean
}

/** An uploaded image. */
export interface Image {
  id: string
  ownerId: string
  /** The sign-in name, only for operators and the owner. */
  ownerName: string
  /** The name that others may see; '' if the owner has given none. */
  ownerDisplayName: string
  categoryId: string
  title: string
  description: string
  /** The name that the file was sent with, '' if it had none: for its owner alone. See `readFileName`. */
  fileName: string
  createdAtMs: number
  /** Deleted by its owner, or taken down. */
  deletedAtMs: number | null
  /** Set once an operator has taken it down; then only operators bring it back. */
  takenDown: TakenDown | null
  /** From then on it is gone for everyone, its owner too; `null`: it stays. */
  expiresAtMs: number | null
  /**
   * SHA-256 of the bytes as received, by which uploads are compared. Under a guest link it includes the key's id: see
   * `comparedSha256`.
   */
  receivedSha256: string
  /** The key that sent it; null for uploads in the console, and for those from before this was recorded. */
  keyId: string | null
  removed: RemovedMetadata[]
  file: StoredFile
}

/** The blacklist (`block`) or the whitelist (`allow`). */
export type AccessList = 'block' | 'allow'

/** A network on one of the access lists. */
export interface AccessEntry {
  /** A network in canonical CIDR form. */
  network: string
  list: AccessList
  /** The stored name of the list, where this version has no such list. Then the network is kept out. */
  otherList?: string
  note: string
  createdAtMs: number
  expiresAtMs: number | null
}

/** A session of the console. Only the hash of its token is stored. */
export interface Session {
  /** SHA-256 of the cookie's secret, lower-case hex. */
  tokenHash: string
  userId: string
  createdAtMs: number
  lastSeenAtMs: number
  expiresAtMs: number
  address: string
  userAgent: string
  /** When its user last proved who they are: by signing in, or when asked again. */
  provedAtMs: number
  /** The password was right, and a second factor is still to come: until then it opens nothing. */
  isPending: boolean
  /** The provider that began it has asked for a second factor that the site accepts. */
  hasProviderFactor: boolean
}

/** An authenticator app (`totp`) or a passkey. */
type FactorKind = 'totp' | 'passkey'

/** What was wrong where a user's second factor was asked for. */
export interface FactorFailures {
  /** Authenticators' codes since the last right one. */
  codesInRow: number
  /** Until then no authenticator's code is looked at. */
  restingUntilMs: number
  /** Factors of any kind, ever. */
  failures: number
  lastAtMs: number
  lastAddress: string
}

/** A proof of identity in addition to the password. */
export interface SecondFactor {
  id: string
  userId: string
  kind: FactorKind
  name: string
  /** A base32 secret (RFC 4648) for `totp`; for `passkey` the JSON of its public key. Never shown again. */
  secret: string
  /** The last time step that was used (RFC 6238 section 5.2), or a passkey's signature counter. */
  counter: number
  createdAtMs: number
  lastUsedAtMs: number | null
}

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
  /** JSON values of what changed, or null. They never hold secrets. */
  before: unknown
  after: unknown
}

/** An audit entry before it is written: the database adds id and time. */
export type AuditDraft = Omit<AuditEntry, 'id'> & {
  /** The entry that an earlier part of the same action has written: this one takes its place. */
  replaces?: number | undefined
}
