import type { Usage } from '../account/quota.ts'
import type { RenditionFormat, RenditionSize } from '../image/rendition-sizes.ts'
import type {
  AccessEntry,
  AccessList,
  Album,
  ApiKey,
  AuditDraft,
  AuditEntry,
  Category,
  Charset,
  Image,
  Preset,
  RemovedMetadata,
  Session,
  StoredFile,
  User,
} from '../records.ts'
import type { BlobAddress } from './blob-store.ts'
import type { RepairStore } from './repairs.ts'

/**
 * The site's rows. Every method is one atomic operation: it happens whole or not at all, it is durable when
 * it resolves, and it is visible to every later read of every replica. A method that changes something
 * takes the audit entry that is written with it, in the same transaction.
 *
 * Reads that find nothing resolve to `undefined`. Changes to what does not exist throw NOT_FOUND; names
 * that are taken throw CONFLICT: those of users and categories, and those of albums within their owner,
 * without regard to case. A text with a NUL character is BAD_REQUEST. An unreachable or failing engine, and a
 * commit whose outcome is unknown, throw STORAGE_FAILED.
 */
export interface SiteDatabase {
  readonly users: UserStore
  readonly keys: KeyStore
  readonly categories: CategoryStore
  readonly albums: AlbumStore
  readonly images: ImageStore
  readonly blobs: BlobLedger
  readonly renditions: RenditionStore
  readonly leases: LeaseStore
  readonly repairs: RepairStore
  readonly settings: SettingsStore
  readonly access: AccessStore
  readonly charsets: CharsetStore
  readonly presets: PresetStore
  readonly sessions: SessionStore
  readonly audit: AuditStore
  /**
   * Grows with every change of settings, access lists, charsets or presets, in the same transaction, so
   * that a replica sees cheaply whether its snapshot is old.
   */
  revision(): Promise<number>
  /** Writes the first rows of a new site, whole or not at all; false, and nothing written, if it has users. */
  seed(first: FirstRows, audit: AuditDraft): Promise<boolean>
  /** Resolves while rows can be written durably. @throws {Failure} STORAGE_FAILED */
  checkHealth(): Promise<void>
  /**
   * Resolves if the rows stand in the database as they were written, as far as it can tell; it reads all of them.
   * @throws {Failure} STORAGE_FAILED with what is damaged as its cause
   */
  checkWhole(): Promise<void>
  close(): Promise<void>
}

/** What a new site starts with. */
export interface FirstRows {
  user: User
  category: Category
  key: ApiKey
  charsets: readonly Charset[]
  presets: readonly Preset[]
}

/** A page of a list, by key and not by offset, so that its cost does not grow with its depth. */
export interface Page<T> {
  items: T[]
  /** Give it back to get the next page; `null` on the last. */
  next: string | null
}

export interface UserStore {
  add(user: User, audit: AuditDraft): Promise<void>
  byId(id: string): Promise<User | undefined>
  /** Names are compared without regard to case. */
  byName(name: string): Promise<User | undefined>
  list(): Promise<User[]>
  /**
   * Disabling ends the user's sessions.
   * @throws {Failure} CONFLICT for disabling or demoting the last administrator who is not disabled, so that of
   * any number who do so to each other at the same time one is left
   */
  update(
    id: string,
    change: Partial<Pick<User, 'role' | 'disabledAtMs' | 'quotaBytes'>>,
    audit: AuditDraft,
  ): Promise<void>
  /** Sets a new password and ends the user's sessions, but for the one that is kept. */
  setPassword(
    id: string,
    password: { hash: string; keptTokenHash: string | null },
    audit: AuditDraft,
  ): Promise<void>
  usage(id: string): Promise<Usage>
}

/** A key together with the user it acts for. */
export interface KeyHolder {
  key: ApiKey
  user: User
}

export interface KeyStore {
  add(key: ApiKey, audit: AuditDraft): Promise<void>
  bySecretHash(secretHash: string): Promise<KeyHolder | undefined>
  byId(id: string): Promise<ApiKey | undefined>
  list(userId?: string): Promise<ApiKey[]>
  revoke(id: string, atMs: number, audit: AuditDraft): Promise<void>
  /** Notes last uses, many at once. Never moves a time back; unknown ids are passed over. */
  touch(uses: ReadonlyMap<string, number>): Promise<void>
}

export interface CategoryStore {
  add(category: Omit<Category, 'position'>, audit: AuditDraft): Promise<Category>
  byId(id: string): Promise<Category | undefined>
  /** In the operator's order. */
  list(): Promise<Category[]>
  setEnabled(id: string, enabled: boolean, audit: AuditDraft): Promise<void>
  rename(id: string, name: string, audit: AuditDraft): Promise<void>
  /** Puts the categories in this order; ids left out follow in the order they had. */
  arrange(ids: readonly string[], audit: AuditDraft): Promise<void>
  /** Live images of each category, by id. */
  counts(): Promise<Map<string, number>>
}

export interface AlbumStore {
  add(album: Omit<Album, 'position'>, audit: AuditDraft): Promise<Album>
  /** Adds an album with these images in it. @throws {Failure} NOT_FOUND where one is no live image of its owner */
  addWithImages(
    album: Omit<Album, 'position'>,
    imageIds: readonly string[],
    audit: AuditDraft,
  ): Promise<Album>
  byId(id: string): Promise<Album | undefined>
  byPublicToken(token: string): Promise<Album | undefined>
  list(ownerId?: string): Promise<(Album & { imageCount: number })[]>
  update(id: string, change: Partial<Pick<Album, 'name' | 'publicToken'>>, audit: AuditDraft): Promise<void>
  arrange(ownerId: string, ids: readonly string[], audit: AuditDraft): Promise<void>
  /** The album goes; its images stay. */
  remove(id: string, audit: AuditDraft): Promise<void>
  /** Owner is checked: images or albums of someone else are NOT_FOUND. */
  addImages(
    id: string,
    ownerId: string,
    imageIds: readonly string[],
    atMs: number,
    audit: AuditDraft,
  ): Promise<void>
  removeImages(id: string, ownerId: string, imageIds: readonly string[], audit: AuditDraft): Promise<void>
}

export interface NewImage {
  id: string
  ownerId: string
  categoryId: string
  albumId: string | null
  title: string
  description: string
  createdAtMs: number
  receivedSha256: string
  removed: RemovedMetadata[]
  file: StoredFile
  dedupScope: 'owner' | 'site'
  /** What {@link BlobLedger.removal} counted before the bytes were put. */
  removalsSeen: number
  /** The answer to give again when the same key sends the same Idempotency-Key. */
  idempotency: { keyId: string; token: string; fingerprint: string } | null
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
  /**
   * Words that must all stand in title or description, without regard to case; those after the hundredth don't count.
   */
  search?: string
  createdFromMs?: number
  createdBeforeMs?: number
  /** Only images that were deleted after this time; without it, only those that were not. */
  deletedAfterMs?: number
  limit: number
  after?: string
}

export interface ImageStore {
  /**
   * Records an upload whose bytes are durable, or finds the image that it repeats: the live image with the
   * same `receivedSha256` in the scope, decided by a unique index, so that any number of identical uploads
   * at once make one image. In the scope of the site the owner's own image comes before another's. A claim to these
   * bytes that no live image holds is taken over, and the row of a found image's blob is made anew where it is
   * missing. A given album gets the image either way, unless it is somebody else's: albums hold
   * images of their owner. Nothing else of a found image changes. The blob's row is made or revived in the same
   * transaction.
   * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, IDEMPOTENCY_MISMATCH
   */
  record(image: NewImage): Promise<RecordOutcome>
  /** Live images only. */
  byId(id: string): Promise<Image | undefined>
  /** Deleted ones too, until they are purged. */
  byIdWithDeleted(id: string): Promise<Image | undefined>
  /** What an upload of these bytes would repeat. */
  duplicateOf(receivedSha256: string, ownerId: string, scope: 'owner' | 'site'): Promise<Image | undefined>
  /** The image that an earlier upload with this Idempotency-Key made, and what it was made from. */
  byIdempotency(
    keyId: string,
    token: string,
  ): Promise<{ image: Image; deduped: boolean; fingerprint: string } | undefined>
  /** Newest first. */
  list(query: ImageQuery): Promise<Page<Image>>
  update(
    id: string,
    change: Partial<Pick<Image, 'title' | 'description' | 'categoryId'>>,
    audit: AuditDraft,
  ): Promise<void>
  /**
   * Marks images as deleted; their bytes stay until they are purged. Those deleted already stay as they are.
   * @throws {Failure} NOT_FOUND for an id that is unknown, and none of them is deleted then
   */
  remove(ids: readonly string[], atMs: number, audit: AuditDraft): Promise<void>
  /**
   * Brings deleted images back, and returns those that it brought back: one whose bytes its owner has uploaded
   * anew meanwhile stays deleted.
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

export interface BlobRow {
  file: StoredFile
  createdAtMs: number
  releasedAtMs: number | null
  removingUntilMs: number | null
}

/**
 * Which bytes the site needs. A blob is needed while the row of an image or of a rendition names it, and a
 * rendition's row stands as long as the blob that it was made of is needed. When the last one goes it is
 * released, and after a delay it may be removed in two steps. Removals are counted, and an upload says which
 * count it saw before it put its bytes, so that of a removal and an upload of the same bytes either the upload
 * revives the blob and the removal does not begin, or the upload knows that it must put them again.
 */
export interface BlobLedger {
  byAddress(address: BlobAddress): Promise<BlobRow | undefined>
  /** All rows in order of address, in pages. */
  list(after: BlobAddress | null, limit: number): Promise<BlobRow[]>
  /**
   * How often the removal of these bytes was begun, and until when one that is under way is to be waited for.
   * Counts are kept for a day after the bytes are gone, far longer than any upload puts and records.
   */
  removal(address: BlobAddress): Promise<{ count: number; underWayUntilMs: number | null }>
  /** Released before a time and needed by no image, or claimed by a collector that did not finish. */
  removable(releasedBeforeMs: number, limit: number): Promise<BlobAddress[]>
  /**
   * Step one: claims the removal of a blob until a time (milliseconds since the epoch), which also names the
   * claim: no other of this address ends at the same moment. False if an image needs it, it was revived, it was
   * released after `releasedBeforeMs`, or a claim on it stands. For an address without a row (an orphan) it makes
   * the claim too, whatever that time. Bytes that the row of an image or rendition names are never claimed, whatever
   * their own row says.
   */
  beginRemoval(address: BlobAddress, releasedBeforeMs: number, untilMs: number): Promise<boolean>
  /**
   * Step two, after the bytes are gone and nothing more can take them: ends the claim that was made until
   * `untilMs`, and forgets the blob. A claim that someone else has made since stays, and so does a blob that was
   * revived.
   */
  finishRemoval(address: BlobAddress, untilMs: number): Promise<void>
}

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
  /** What {@link BlobLedger.removal} counted before the bytes were put. */
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

/** Work that one process of the site does at a time. A lease that is not renewed ends by itself. */
export interface LeaseStore {
  /** Takes the lease for so long from now, or renews the holder's own; false while someone else has it. */
  take(name: string, holder: string, forMs: number): Promise<boolean>
  /** Gives it back, if it is still the holder's. */
  release(name: string, holder: string): Promise<void>
  /** Ends all: those of a copy of a site are held by nobody. */
  endAll(): Promise<void>
}

export interface SettingChange {
  key: string
  value: string
  audit: AuditDraft
}

export interface SettingsStore {
  /** Values as operators wrote them, by policy key. */
  all(): Promise<Map<string, string>>
  set(key: string, value: string, audit: AuditDraft): Promise<void>
  /** Sets all of them or none. */
  setAll(changes: readonly SettingChange[]): Promise<void>
  /** One-off facts of the site itself, such as "set up"; false if it was set already. */
  claim(name: string, value: string): Promise<boolean>
}

/** Which entries of one list are asked for. */
export interface AccessQuery {
  list: AccessList
  /** Only these networks, in canonical text. */
  networks?: readonly string[]
  /** Words that must all stand in network or note, without regard to the case of A to Z. */
  search?: string
  limit: number
  after?: string
}

export interface AccessStore {
  list(): Promise<AccessEntry[]>
  /** The entries of one list, the newest first. @throws {Failure} BAD_REQUEST for an `after` that no page has given */
  page(query: AccessQuery): Promise<Page<AccessEntry>>
  find(network: string, list: AccessList): Promise<AccessEntry | undefined>
  /** Whether one of these networks stands on the list and has not ended; without networks, whether any does. */
  isInForce(list: AccessList, nowMs: number, networks?: readonly string[]): Promise<boolean>
  /** A network that is on the list already gets the new note and expiry. */
  put(entries: readonly AccessEntry[], audit: AuditDraft): Promise<void>
  /** Takes the network off both lists, or off the one named. */
  remove(network: string, list: AccessList | null, audit: AuditDraft): Promise<void>
}

export interface CharsetStore {
  list(): Promise<Charset[]>
  /**
   * Adds it at the end. As the default it takes the place of the one there was, and is enabled.
   * @throws {Failure} CONFLICT if the id is taken, or an enabled set has the same four symbols in whatever order
   */
  add(charset: Omit<Charset, 'position'>, audit: AuditDraft): Promise<void>
  /** @throws {Failure} CONFLICT for disabling the default, or enabling a set whose symbols another enabled one has */
  setEnabled(id: string, enabled: boolean, audit: AuditDraft): Promise<void>
  /**
   * Makes it the one default, and enables it.
   * @throws {Failure} CONFLICT if another enabled set has the same symbols
   */
  setDefault(id: string, audit: AuditDraft): Promise<void>
}

export interface PresetStore {
  list(): Promise<Preset[]>
  /** As for character sets. @throws {Failure} CONFLICT if the id is taken */
  add(preset: Omit<Preset, 'position'>, audit: AuditDraft): Promise<void>
  setEnabled(id: string, enabled: boolean, audit: AuditDraft): Promise<void>
  setDefault(id: string, audit: AuditDraft): Promise<void>
}

export interface SessionStore {
  /**
   * Begins a session of somebody who has given the password with this hash. False, and no session begun, where
   * the user has another password by now or is disabled.
   */
  add(session: Session, passwordHash: string): Promise<boolean>
  byTokenHash(tokenHash: string): Promise<{ session: Session; user: User } | undefined>
  list(userId: string): Promise<Session[]>
  touch(tokenHash: string, atMs: number): Promise<void>
  remove(tokenHash: string): Promise<void>
  /** Ends all sessions of a user but the one named. */
  removeOthers(userId: string, exceptTokenHash: string | null): Promise<void>
  removeExpired(atMs: number): Promise<void>
}

export interface AuditQuery {
  actor?: string
  action?: string
  subject?: string
  fromMs?: number
  beforeMs?: number
  limit: number
  after?: string
}

export interface AuditStore {
  add(entry: AuditDraft): Promise<void>
  /** Newest first. */
  list(query: AuditQuery): Promise<Page<AuditEntry>>
}
