import type { SiteDatabase } from '../database/database.ts'
import type { BlobReferences, BlobRow } from './blob-reference-rows.ts'
import type { BlobAddress, BlobListing, BlobStore } from './blob-store.ts'

const rowsPerPage = 1_000

/** What the rows and the store know about an address; at least one of them knows it. */
export interface BlobPair {
  address: BlobAddress
  row: BlobRow | undefined
  listing: BlobListing | undefined
}

/** All rows of the references in the order of address, a page in memory at a time. */
export async function* blobReferenceRows(references: Pick<BlobReferences, 'list'>): AsyncGenerator<BlobRow> {
  for (let after: BlobAddress | null = null; ; ) {
    const rows: BlobRow[] = await references.list(after, rowsPerPage)
    yield* rows
    after = rows.at(-1)?.file.address ?? null
    if (rows.length < rowsPerPage) return
  }
}

/**
 * Walks rows and stored bytes side by side in the order of their addresses, with constant memory. The two are read at
 * different moments, so a difference has to be checked again.
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

/**
 * The addresses in a store that no row names: no row of a blob and, if that is missing, of an image. While uploads run,
 * some of them get their row in a moment.
 */
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
