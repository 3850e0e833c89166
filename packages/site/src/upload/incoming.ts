import type { InsteadOfFile } from '../language/instead.ts'
import type { ApiKey, User } from '../language/records.ts'
import type { Address } from '../network/address.ts'

/** The user that an upload acts for: by one of their keys or, without a key, signed in. */
export interface Uploader {
  user: User
  key: ApiKey | null
}

/** The fields that an uploader may send, and the hash that may replace the file. */
export const uploadFieldNames = [
  'categoryId',
  'albumId',
  'title',
  'description',
  'expiresIn',
  'link',
  'sha256',
] as const

/** The fields of an upload as they were sent: nothing is checked yet. */
export type UploadFields = Partial<Record<(typeof uploadFieldNames)[number], string | undefined>>

/** An upload on its way in, as a service reads it. */
export interface IncomingUpload {
  /** The client's address, `undefined` if it can't be told. */
  address: Address | undefined
  /** Who uploads, as known before the body. */
  uploader: Uploader
  /** Reads all of the body: the file's bytes go to `file` as they arrive, and the fields are the answer. */
  readBody(file: FileSource): Promise<UploadFields>
  /**
   * The uploader. Asked when everything has arrived, which may take a quarter of an hour: someone who has lost access
   * meanwhile adds nothing.
   */
  findUploader(): Promise<Uploader>
  /** The size of the body, if it is announced. */
  announcedBytes?: number | undefined
  /** The request's Idempotency-Key. Each API key has its own. */
  idempotencyKey?: string | undefined
  /** When the image was uploaded where it comes from; now by default, and never later. */
  createdAtMs?: number | undefined
  /** Asked while a removal of the same bytes is waited for: once the server stops, waiting ends. */
  isStopping?: (() => boolean) | undefined
}

/** What reads a body gives its file to. */
export interface FileSource {
  /**
   * Takes the next bytes and keeps no reference to them. However long they take to understand, everything else goes
   * on every few milliseconds.
   * @throws {Failure} TOO_LARGE at the first byte over the limit, STORAGE_FAILED
   */
  write(bytes: Uint8Array): Promise<void>
  /** Notes the name that the file was sent with. */
  noteName(name: string): void
  /** Notes what came in place of the file, for the refusal if there is none; the first counts. */
  noteInstead(instead: InsteadOfFile): void
}
