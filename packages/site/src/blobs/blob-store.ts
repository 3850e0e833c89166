/** SHA-256 of the bytes, lower-case hex: the name under which they are kept. */
export type BlobAddress = string

/** From `start` up to but not including `end`, in bytes. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * A file being received, private to its upload until it is put. A small file is in memory and has not touched the disk;
 * one that outgrows memory is a file on disk. The caller must dispose of it in every case. That leaves nothing in the
 * staging area, closes every descriptor and frees the memory.
 */
export interface StagedFile extends AsyncDisposable {
  /** Appends. `bytes` must not change before it resolves, and are not needed after it. One call at a time. */
  write(bytes: Uint8Array): Promise<void>
  /** Bytes written so far. */
  readonly sizeBytes: number
  /**
   * At most `length` bytes from `offset`; fewer only at the end. For a file in memory, a view that is valid until the
   * next `write` or until the file is disposed of: nothing is copied. For a file on disk, a copy, read from the page
   * cache while the event loop waits: ask for at most a few hundred kilobytes.
   * @throws {Failure} STORAGE_FAILED
   */
  read(offset: number, length: number): Uint8Array
}

/** Which part of a blob to open, and what the caller knows about it. */
export interface BlobOpening {
  /** All of it by default. */
  range?: ByteRange | undefined
  /** The size in its row: a blob of another size is damaged, and treated as missing. */
  sizeBytes?: number
  /** Nobody waits for it: a store that is slow to answer is asked for longer. */
  isPatient?: boolean
}

/** A blob, or a part of it, that is being read. */
export interface OpenBlob {
  /** Ready to be the body of an answer: a file-backed Blob or a stream. */
  body: Blob | ReadableStream<Uint8Array>
}

/** A blob in a store's list. */
export interface BlobListing {
  address: BlobAddress
  sizeBytes: number
  modifiedAtMs: number
}

/** The name, in a store, of the mark that holds the id of the site whose bytes are there. */
export const storeMarkName = 'site-id'

/** The cause of a list that fails because the store's key may not list. */
export class ListForbidden extends Error {
  override readonly name = 'ListForbidden'
}

/**
 * How bytes were removed. Settled: everything that was sent for it was answered. Unsettled: they are gone, but
 * an attempt on the way was not answered and may still take effect, as {@link BlobStore.lateRemovalMs} says.
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
  /** Where it is, as its operator knows it: a folder, or `s3://bucket/prefix`. */
  readonly place: string
  /** The site id in the store's mark; `undefined` if it has none. It makes nothing. @throws {Failure} STORAGE_FAILED */
  owner(): Promise<string | undefined>
  /**
   * Makes what the store lacks to take bytes, and marks it as a site's. A mark that is there stays, and of several that
   * are made at once one does. The mark is in no list.
   * @returns the site id that the mark holds now
   * @throws {Failure} STORAGE_FAILED
   */
  claim(siteId: string): Promise<string>
  /**
   * Begins to receive a file.
   * @param announcedBytes the expected size, if known: a file that will outgrow memory is on disk from its first byte.
   * It limits nothing.
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
  /**
   * An absolute URL from which a browser can fetch the blob, if the store has a public address. It does not say whether
   * the blob exists.
   */
  redirect?(address: BlobAddress): string
  stat(address: BlobAddress): Promise<{ sizeBytes: number } | undefined>
  /**
   * How many milliseconds after its start an attempt to remove bytes may still take effect, even if its answer was lost
   * or its process has ended. Bytes that are put in this time may be lost.
   */
  readonly lateRemovalMs: number
  /**
   * Removing missing bytes is no error. One attempt is begun at once; each is waited for a bounded time.
   * @param mayTryAgain asked before every further attempt; once it says no, none is begun. Without it there may be some
   * @throws {Failure} STORAGE_FAILED; the bytes may then exist or not, and an attempt may still take effect
   */
  remove(address: BlobAddress, mayTryAgain?: () => boolean): Promise<BlobRemoval>
  /** @throws {Failure} STORAGE_FAILED; its cause is a {@link ListForbidden} if the store's key may not list */
  list(): AsyncIterable<BlobListing>
  /**
   * Removes what ended processes left in the staging area, and returns how many files; call it before this process
   * stages anything. With a time, removes all files last written before it.
   */
  clearStaging(lastWrittenBeforeMs?: number): Promise<number>
  /**
   * Resolves while new bytes can be stored durably.
   * @throws {Failure} STORAGE_FAILED, with the reason as its cause
   */
  checkHealth(): Promise<void>
  /** The free room on the disk that it writes to, if it has one. @throws {Failure} STORAGE_FAILED */
  space?(): Promise<{ freeBytes: number; totalBytes: number }>
  close(): Promise<void>
}
