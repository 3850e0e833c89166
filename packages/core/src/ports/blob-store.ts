/** SHA-256 of the bytes, lower-case hex: the name under which they are kept. */
export type BlobAddress = string

/** From `start` up to but not including `end`, in bytes. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * A file being received, private to its upload until it is put. A small one is in memory and has touched no disk;
 * one that outgrows memory is a file on disk. The caller disposes of it whatever happens; disposing leaves nothing
 * behind in the staging area, closes every descriptor and gives the memory back.
 */
export interface StagedFile extends AsyncDisposable {
  /** Appends. `bytes` must not change before it resolves, and are not needed after it. One call at a time. */
  write(bytes: Uint8Array): Promise<void>
  /** Bytes written so far. */
  readonly sizeBytes: number
  /**
   * At most `length` bytes from `offset`; fewer only at the end. Of a file in memory a view, which holds until the
   * next `write` or until the file is disposed of: nothing is copied. Of a file on disk a copy, read from the page
   * cache while the event loop waits: ask for a few hundred kilobytes at most.
   * @throws {Failure} STORAGE_FAILED
   */
  read(offset: number, length: number): Uint8Array
}

/** What is wanted of a blob, and what is known of it. */
export interface BlobOpening {
  /** All of it by default. */
  range?: ByteRange | undefined
  /** All its bytes, as its row tells: a blob of another size is damaged, and as good as missing. */
  sizeBytes?: number
}

export interface OpenBlob {
  /** Ready to be the body of an answer: a file-backed Blob or a stream. */
  body: Blob | ReadableStream<Uint8Array>
}

export interface BlobListing {
  address: BlobAddress
  sizeBytes: number
  modifiedAtMs: number
}

/**
 * How bytes were removed. Settled: everything that was sent for it was answered. Unsettled: they are gone, but
 * an attempt on the way was not answered and may still take effect, as {@link BlobStore.lateRemovalMs} says.
 */
export type BlobRemoval = 'settled' | 'unsettled'

/**
 * Immutable bytes under their SHA-256. The same address is the same bytes, always.
 *
 * Laws, held by `conformance/blob-store.ts`: a put is durable when it resolves; readers never see part of
 * it; putting the same bytes twice is one blob, and heals one that was damaged; a failed put leaves nothing,
 * or the whole blob where only its durability is in doubt, and the same bytes can be put again.
 */
export interface BlobStore {
  /**
   * Begins to receive a file.
   * @param announcedBytes how large it will be at least, where that is known: a file that will outgrow memory is on
   * disk from its first byte. It is no promise, and bounds nothing.
   * @throws {Failure} STORAGE_FAILED
   */
  stage(announcedBytes?: number): Promise<StagedFile>
  /**
   * Makes the staged bytes durable under `address`. May be called again for the same staged file.
   * @throws {Failure} STORAGE_FAILED
   */
  put(staged: StagedFile, address: BlobAddress): Promise<void>
  /** @throws {Failure} BLOB_MISSING, also where it has another size than is known; STORAGE_FAILED */
  open(address: BlobAddress, opening?: BlobOpening): Promise<OpenBlob>
  /**
   * Where a browser can fetch the blob for itself, if the store has a public service: an absolute URL. It says
   * nothing about whether the blob exists.
   */
  redirect?(address: BlobAddress): string
  stat(address: BlobAddress): Promise<{ sizeBytes: number } | undefined>
  /**
   * For so many milliseconds after it was begun an attempt to remove bytes may still take effect, although nobody
   * waits for it any more: its answer was lost or given up, or its process has ended. At most; bytes that are put
   * meanwhile may be lost.
   */
  readonly lateRemovalMs: number
  /**
   * Removing what is not there is no error. One attempt is begun at once; each is waited for a bounded time.
   * @param mayTryAgain asked before every further attempt, of which none is begun once it says no; without it
   * there may be some
   * @throws {Failure} STORAGE_FAILED; the bytes may then be there or not, and an attempt may still take effect
   */
  remove(address: BlobAddress, mayTryAgain?: () => boolean): Promise<BlobRemoval>
  list(): AsyncIterable<BlobListing>
  /**
   * Removes what processes that have ended left in the staging area and says how many files there were; called
   * before this one stages anything. With a time, removes all files last written before it.
   */
  clearStaging(lastWrittenBeforeMs?: number): Promise<number>
  /**
   * Resolves while new bytes can be stored durably.
   * @throws {Failure} STORAGE_FAILED, with the reason as its cause
   */
  checkHealth(): Promise<void>
  /** How much room the disk has that it writes to, where it has one. @throws {Failure} STORAGE_FAILED */
  space?(): Promise<{ freeBytes: number; totalBytes: number }>
  close(): Promise<void>
}
