import type { ImageLinks } from '../image/links.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { SiteDatabase } from '../ports/database/site-database.ts'
import type { Sha256 } from '../ports/digest.ts'
import type { FileScanner } from '../ports/file-scanner.ts'
import type { PasswordHasher } from '../ports/password-hasher.ts'
import type { SiteSnapshot } from './snapshot.ts'

/** The ports that the site's rules use. The composition root makes one object and hands it to every service. */
export interface SitePorts {
  readonly database: SiteDatabase
  readonly blobs: BlobStore
  readonly passwords: PasswordHasher
  /** Checks uploads before they are stored, if the operator has configured one. */
  readonly scanner?: FileScanner | undefined
  readonly links: ImageLinks
  readonly createSha256: () => Sha256
  readonly snapshot: () => SiteSnapshot
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}
