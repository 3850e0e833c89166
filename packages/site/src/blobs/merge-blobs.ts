import type { SiteDatabase } from '../database/database.ts'
import type { BlobReferences, BlobRow } from './blob-reference-rows.ts'
import type { BlobAddress, BlobListing, BlobStore } from './blob-store.ts'

const rowsPerPage = 1_000

/** The row and the stored file of an address; at least one of them exists. */
export interface BlobPair {
  address: BlobAddress
  row: BlobRow | undefined
  listing: BlobListing | undefined
}

/** All blob rows in order of address, one page in memory at a time. */
export async function* blobReferenceRows(references: Pick<BlobReferences, 'list'>): AsyncGenerator<BlobRow> {
  for (let after: BlobAddress | null = null; ; ) {
    const rows: BlobRow[] = await references.list(after, rowsPerPage)
    yield* rows
    after = rows.at(-1)?.file.address ?? null
    if (rows.length < rowsPerPage) return
  }
}

/**
 * Walks rows and stored bytes side by side in order of address, with constant memory. The two are read at different
 * moments, so differences have to be checked again.
 * @throws {RangeError} if the store lists out of order
 */
export async function* mergeBlobs(
  references: Pick<BlobReferences, 'list'>,
  blobs: Pick<BlobStore, 'list'>,
): AsyncGenerator<BlobPair> {
  await using rows = cursorOver(blobReferenceRows(references))
  await using listings = cursorOver(inOrder(blobs.list()))
  let row = await rows.next()
  let listing = await listings.next()
  while (row !== undefined || listing !== undefined) {
    const ours = row?.file.address
    const theirs = listing?.address
    const address = ours === undefined || (theirs !== undefined && theirs < ours) ? theirs : ours
    if (address === undefined) return
    yield {
      address,
      row: ours === address ? row : undefined,
      listing: theirs === address ? listing : undefined,
    }
    if (ours === address) row = await rows.next()
    if (theirs === address) listing = await listings.next()
  }
}

/** Stored addresses without a row of a blob or an image. During uploads, some of them get their row a moment later. */
export async function* unnamedBlobs(
  { blobs: references, repairs }: Pick<SiteDatabase, 'blobs' | 'repairs'>,
  blobs: Pick<BlobStore, 'list'>,
): AsyncGenerator<BlobAddress> {
  for await (const { address, row } of mergeBlobs(references, blobs)) {
    if (row === undefined && !(await repairs.isNamed(address))) yield address
  }
}

interface Cursor<T> extends AsyncDisposable {
  next(): Promise<T | undefined>
}

function cursorOver<T>(items: AsyncIterable<T>): Cursor<T> {
  const iterator = items[Symbol.asyncIterator]()
  return {
    async next() {
      const { done, value } = await iterator.next()
      return done === true ? undefined : value
    },
    async [Symbol.asyncDispose]() {
      await iterator.return?.()
    },
  }
}

async function* inOrder(listings: AsyncIterable<BlobListing>): AsyncGenerator<BlobListing> {
  let last = ''
  for await (const listing of listings) {
    if (listing.address <= last) throw new RangeError('The blob store lists out of order.')
    last = listing.address
    yield listing
  }
}
