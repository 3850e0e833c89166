import type { ByteSpan } from '@pictoglyph/media/facts'
import type { BlobStore, StagedFile } from './blobs/blob-store.ts'
import type { SiteDatabase } from './database/database.ts'
import type { ImageLinks } from './images/image-addresses.ts'
import type { PasswordHasher } from './platform/argon2id-hasher.ts'
import type { Sha256 } from './platform/sha256.ts'
import type { SiteSnapshot } from './snapshot.ts'

/** The ports that the site's rules use. The composition root creates one object for all services. */
export interface SitePorts {
  readonly database: SiteDatabase
  readonly blobs: BlobStore
  readonly passwords: PasswordHasher
  /** Checks uploads before they are stored, if the operator has configured one. */
  readonly scanner?: FileScanner | undefined
  /** Finds the end of a JPEG without an end marker; without it such a file is refused. */
  readonly endFinder?: EndFinder | undefined
  readonly links: ImageLinks
  readonly createSha256: () => Sha256
  readonly snapshot: () => SiteSnapshot
  /** Milliseconds since the epoch. */
  readonly clock: () => number
}

/** A JPEG without an end marker after its coded data. */
export interface OpenPicture {
  staged: Pick<StagedFile, 'read'>
  openScan: ByteSpan
  width: number
  height: number
}

/** Finds the end of an image with a decoder outside this process. */
export interface EndFinder {
  /**
   * Returns the end of the coded data; `incomplete` if rows are missing, or no decoder can tell; `busy` if too many
   * requests wait. Never throws because of a file's content.
   */
  findEnd(picture: OpenPicture): Promise<{ kind: 'complete'; end: number } | { kind: 'incomplete' | 'busy' }>
}

/** Scans files for malware before they are stored. */
export interface FileScanner {
  /**
   * `clean`, `infected`, or `failed` without a verdict, because the scanner is missing, broken, too slow or too busy.
   * Reads all of the file and changes nothing; never throws because of a file's content.
   */
  scan(file: Pick<StagedFile, 'sizeBytes' | 'read'>): Promise<ScanVerdict>
}

export type ScanVerdict = 'clean' | 'infected' | 'failed'
