import type { InsteadOfFile } from '../language/instead.ts'
import type { ApiKey, User } from '../language/records.ts'
import type { Address } from '../network/address.ts'

/** The user of an upload, with the key or, without one, signed in. */
export interface Uploader {
  user: User
  key: ApiKey | null
}

/** The fields of an upload, including the hash that may replace the file. */
export const uploadFieldNames = [
  'categoryId',
  'albumId',
  'title',
  'description',
  'expiresIn',
  'link',
  'sha256',
] as const

/** The fields of an upload, not validated yet. */
export type UploadFields = Partial<Record<(typeof uploadFieldNames)[number], string | undefined>>

/** An upload in progress, as a service reads it. */
export interface IncomingUpload {
  /** The client's address, `undefined` if unknown. */
  address: Address | undefined
  /** The uploader, as known before the body. */
  uploader: Uploader
  /** Reads the whole body: passes the file's bytes to `file` as they arrive, and returns the fields. */
  readBody(file: FileSource): Promise<UploadFields>
  /**
   * Finds the uploader again, after everything has arrived. That may take a quarter of an hour, and someone who lost
   * access meanwhile must not add images.
   */
  findUploader(): Promise<Uploader>
  /** The size of the body, if announced. */
  announcedBytes?: number | undefined
  /** The request's Idempotency-Key. Each API key has its own. */
  idempotencyKey?: string | undefined
  /** For an import, when the image was originally uploaded; now by default, and never later. */
  createdAtMs?: number | undefined
  /** Called while waiting for a removal of the same bytes: the wait ends when the server stops. */
  isStopping?: (() => boolean) | undefined
}

/** Receives the file from the code that reads the body. */
export interface FileSource {
  /**
   * Takes the next bytes and keeps no reference to them. Yields to the event loop every few milliseconds, however long
   * parsing takes.
   * @throws {Failure} TOO_LARGE at the first byte over the limit, STORAGE_FAILED
   */
  write(bytes: Uint8Array): Promise<void>
  /** Records the name of the uploaded file. */
  noteName(name: string): void
  /** Records what came in place of the file, for the refusal if there is no file; the first one counts. */
  noteInstead(instead: InsteadOfFile): void
}
