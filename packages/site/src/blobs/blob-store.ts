/** SHA-256 of the bytes, lower-case hex: the name of a blob. */
export type BlobAddress = string

/** From `start` up to but not including `end`, in bytes. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * A file being received, private to its upload until it is put. A small file stays in memory; one that outgrows it is a
 * file on disk. The caller must always dispose of it: this empties the staging area, closes every descriptor and frees
 * the memory.
 */
export interface StagedFile extends AsyncDisposable {
  /** Appends. Do not change `bytes` before it resolves. One call at a time. */
  write(bytes: Uint8Array): Promise<void>
  /** Bytes written so far. */
  readonly sizeBytes: number
  /**
   * At most `length` bytes from `offset`; fewer only at the end. A file in memory returns a view, valid until the next
   * `write` or disposal. A file on disk returns a copy, read synchronously from the page cache: ask for at most a few
   * hundred kilobytes.
   * @throws {Failure} STORAGE_FAILED
   */
  read(offset: number, length: number): Uint8Array
}

/** The part of a blob to open, and what the caller knows about it. */
export interface BlobOpening {
  /** All of it by default. */
  range?: ByteRange | undefined
  /** The size in its row: a blob of another size is damaged, and counts as missing. */
  sizeBytes?: number
  /** Background read: uses the longer timeout. */
  isPatient?: boolean
}

/** A blob, or a part of it, that is being read. */
export interface OpenBlob {
  /** Body for a response: a file-backed Blob or a stream. */
  body: Blob | ReadableStream<Uint8Array>
}

/** A blob in a store's list. */
export interface BlobListing {
  address: BlobAddress
  sizeBytes: number
  modifiedAtMs: number
}

/** The name of the mark in a store that holds the id of the site that owns it. */
export const storeMarkName = 'site-id'

/** The cause of a failed list if the store's key may not list. */
export class ListForbidden extends Error {
  override readonly name = 'ListForbidden'
}

/**
 * How bytes were removed. `settled`: every attempt was answered. `unsettled`: the bytes are gone, but an unanswered
 * attempt may still take effect, see {@link BlobStore.lateRemovalMs}.
 */
export type BlobRemoval = 'settled' | 'unsettled'

/**
 * Immutable bytes under their SHA-256. The same address always means the same bytes.
 *
 * Laws, tested by `conformance/blob-store.ts`: a put is durable when it resolves; readers never see part of it; putting
 * the same bytes twice is one blob, and heals a damaged one; a failed put leaves nothing, or the whole blob if only its
 * durability is in doubt, and the same bytes can be put again.
 */
export interface BlobStore {
  /** The location as operators know it: a folder, or `s3://bucket/prefix`. */
  readonly place: string
  /** The site id in the store's mark; `undefined` without a mark. Creates nothing. @throws {Failure} STORAGE_FAILED */
  owner(): Promise<string | undefined>
  /**
   * Prepares the store to take bytes, and marks it as the site's. An existing mark stays; of several simultaneous ones,
   * one wins. Lists omit the mark.
   * @returns the site id that the mark holds now
   * @throws {Failure} STORAGE_FAILED
   */
  claim(siteId: string): Promise<string>
  /**
   * Begins to receive a file.
   * @param announcedBytes the expected size, if known, not a limit: a file that will outgrow memory starts on disk
   * @throws {Failure} STORAGE_FAILED
   */
  stage(announcedBytes?: number): Promise<StagedFile>
  /**
   * Makes the staged bytes durable under `address`. May be called again for the same staged file.
   * @throws {Failure} STORAGE_FAILED
   */
  put(staged: StagedFile, address: BlobAddress): Promise<void>
  /** @throws {Failure} BLOB_MISSING, also if its size is not the known one; STORAGE_FAILED */
  open(address: BlobAddress, opening?: BlobOpening): Promise<OpenBlob>
  /** A public absolute URL of the blob, if the store has a public address. Does not check whether the blob exists. */
  redirect?(address: BlobAddress): string
  stat(address: BlobAddress): Promise<{ sizeBytes: number } | undefined>
  /**
   * How many milliseconds after its start an attempt to remove bytes may still take effect, even if its answer was lost
   * or its process has ended. Bytes put within this time may be lost.
   */
  readonly lateRemovalMs: number
  /**
   * Removes bytes; missing ones are no error. One attempt starts at once; each has a time limit.
   * @param mayTryAgain called before every further attempt; false prevents it. Without it, further attempts may happen
   * @throws {Failure} STORAGE_FAILED; the bytes may then exist or not, and an attempt may still take effect
   */
  remove(address: BlobAddress, mayTryAgain?: () => boolean): Promise<BlobRemoval>
  /** @throws {Failure} STORAGE_FAILED; its cause is a {@link ListForbidden} if the store's key may not list */
  list(): AsyncIterable<BlobListing>
  /**
   * Removes files that ended processes left in the staging area, and returns their number; call it before this process
   * stages anything. With a time, removes all files last written before it.
   */
  clearStaging(lastWrittenBeforeMs?: number): Promise<number>
  /**
   * Resolves while new bytes can be stored durably.
   * @throws {Failure} STORAGE_FAILED, with the reason as its cause
   */
  checkHealth(): Promise<void>
  /** Free space on the disk of the store, if it has one. @throws {Failure} STORAGE_FAILED */
  space?(): Promise<{ freeBytes: number; totalBytes: number }>
  close(): Promise<void>
}
