import type { ApiKey, AuditDraft, Category, Charset, Preset, User } from '../../records.ts'
import type { AccessStore } from './access-store.ts'
import type { AlbumStore } from './album-store.ts'
import type { AuditStore } from './audit-store.ts'
import type { BlobReferences } from './blob-references.ts'
import type { CategoryStore } from './category-store.ts'
import type { CharsetStore } from './charset-store.ts'
import type { FactorStore } from './factor-store.ts'
import type { ImageStore } from './image-store.ts'
import type { KeyStore } from './key-store.ts'
import type { LeaseStore } from './lease-store.ts'
import type { LinkStore } from './link-store.ts'
import type { PresetStore } from './preset-store.ts'
import type { RenditionStore } from './rendition-store.ts'
import type { RepairStore } from './repair-store.ts'
import type { SearchStore } from './search-store.ts'
import type { SessionStore } from './session-store.ts'
import type { SettingsStore } from './settings-store.ts'
import type { TrafficStore } from './traffic-store.ts'
import type { UserStore } from './user-store.ts'

/**
 * The site's rows. Every method is one atomic operation: it happens as a whole or not at all, it is durable when it
 * resolves, and it is visible to every later read of every replica. A method that changes something takes the audit
 * entry, which is written in the same transaction.
 *
 * Reads that find nothing resolve to `undefined`. Changes to missing things throw NOT_FOUND. Taken names throw
 * CONFLICT: those of users and categories, and those of albums within their owner, in any case. A text with a NUL
 * character is BAD_REQUEST. An unreachable or failing engine, and a commit whose outcome is unknown, throw
 * STORAGE_FAILED.
 */
export interface SiteDatabase {
  readonly users: UserStore
  readonly keys: KeyStore
  readonly categories: CategoryStore
  readonly albums: AlbumStore
  readonly images: ImageStore
  readonly links: LinkStore
  readonly blobs: BlobReferences
  readonly renditions: RenditionStore
  readonly leases: LeaseStore
  readonly repairs: RepairStore
  readonly search: SearchStore
  readonly settings: SettingsStore
  readonly access: AccessStore
  readonly charsets: CharsetStore
  readonly presets: PresetStore
  readonly sessions: SessionStore
  readonly factors: FactorStore
  readonly audit: AuditStore
  readonly traffic: TrafficStore
  /**
   * Grows with every change of settings, access lists, charsets or presets, in the same transaction, so
   * that a replica sees cheaply whether its snapshot is old.
   */
  revision(): Promise<number>
  /**
   * A number that differs once any process has committed a change, before the change is acknowledged. Asking costs no
   * system call. New images do not count, because they change nothing that was found before. Undefined if the engine
   * can't tell.
   */
  changeCount(): number | undefined
  /** Writes the first rows of a new site, all or none; false, without writing, if it has users. */
  seed(first: FirstRows, audit: AuditDraft): Promise<boolean>
  /** Resolves while rows can be written durably. @throws {Failure} STORAGE_FAILED */
  checkHealth(): Promise<void>
  /**
   * Resolves if the database is undamaged, as far as it can tell; it reads all rows.
   * @throws {Failure} STORAGE_FAILED with the damage as its cause
   */
  checkIntegrity(): Promise<void>
  /**
   * Reads that `work` begins belong to this asker. Of lists and searches, which may look at many rows, a server runs
   * one at a time for each asker, and stops one that takes two seconds.
   * @throws {Failure} OVERLOADED or BAD_REQUEST, from such a read
   */
  askedBy<T>(asker: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The rows that a new site starts with. */
export interface FirstRows {
  user: User
  category: Category
  key: ApiKey
  charsets: readonly Charset[]
  presets: readonly Preset[]
}
