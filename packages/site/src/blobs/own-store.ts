import type { SiteDatabase } from '../database/database.ts'
import { conflict, Failure } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { keepCheck } from '../language/kept-check.ts'
import { message } from '../language/message.ts'
import type { StoredFile } from '../language/records.ts'
import { storageFailureOf } from '../platform/storage-failure.ts'
import { type BlobStore, ListForbidden, storeMarkName } from './blob-store.ts'
import { unnamedBlobs } from './merge-blobs.ts'

/** The rows that list the bytes of the site. */
type Rows = Pick<SiteDatabase, 'blobs' | 'repairs' | 'settings'>

const idFact = 'site id'
const sampleSize = 20

/** The store of one site. */
interface OwnStore {
  /** The store; it is not read or written before it has proved to be the site's. */
  readonly blobs: BlobStore
  /**
   * Makes sure that the store is the site's, and marks it.
   * @throws {Failure} CONFLICT if it is not; STORAGE_FAILED if it can't be read or marked
   */
  requireOwn(): Promise<void>
}

/**
 * Protects a site from using another site's bytes, or an empty place such as an unmounted disk. There its images would
 * count as lost, new ones would be stored in the wrong place, and a collection would remove foreign bytes. The mark in
 * the store decides. An unmarked store is the site's if it holds most of a sample of the files that the rows need.
 * Reading creates nothing there; a write marks the store first.
 */
export function createOwnStore(blobs: BlobStore, rows: Rows): OwnStore {
  const proof = keepCheck(() => requireOwnBytes(blobs, rows), { goodMs: Number.POSITIVE_INFINITY })
  const mark = keepCheck(
    async () => {
      await proof.run()
      await markStore(blobs, await siteIdOf(rows))
    },
    { goodMs: Number.POSITIVE_INFINITY },
  )
  const read = after(proof.run)
  const write = after(mark.run)
  return {
    requireOwn: mark.run,
    blobs: {
      ...blobs,
      open: read(blobs.open),
      stat: read(blobs.stat),
      async *list() {
        await read(async () => {})()
        yield* blobs.list()
      },
      stage: write(blobs.stage),
      put: write(blobs.put),
      remove: write(blobs.remove),
      checkHealth: write(blobs.checkHealth),
    },
  }
}

type Method<Parameters extends unknown[], Result> = (...parameters: Parameters) => Promise<Result>

/** Wraps a store so that each method first waits for `check`. If that fails, so does the method. */
function after(check: () => Promise<void>) {
  return <Parameters extends unknown[], Result>(method: Method<Parameters, Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      try {
        await check()
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'CONFLICT') throw error
        throw storageFailureOf(error)
      }
      return method(...parameters)
    }
}

/** The site's id, created on first use. It stays in the rows wherever they move. */
export async function siteIdOf({ settings }: Pick<SiteDatabase, 'settings'>): Promise<string> {
  const known = await settings.noted(idFact)
  if (known !== undefined) return known
  const id = newId()
  // Another process may have been faster.
  return (await settings.claim(idFact, id)) ? id : siteIdOf({ settings })
}

/** @throws {Failure} CONFLICT, STORAGE_FAILED */
async function requireOwnBytes(blobs: BlobStore, rows: Rows): Promise<void> {
  const siteId = await siteIdOf(rows)
  const owner = await blobs.owner()
  if (owner === siteId) return
  if (owner !== undefined) throw otherSites(blobs, { owner, siteId })
  const named = { store: blobs.place, mark: markOf(blobs), siteId }
  const sample = await sampleOf(rows)
  if (sample.length > 0) {
    const found = await Promise.all(sample.map(({ address }) => blobs.stat(address)))
    const there = found.filter((each, place) => each?.sizeBytes === sample[place]?.sizeBytes)
    if (there.length * 2 >= sample.length) return
    throw conflict(
      message(
        'The site has images, but {store} lacks them and the mark of the site. Is its disk mounted, and is this the right place? Nothing was written there. Mount it, or restore a backup to an empty database and store. If the images are lost, write {siteId} into {mark} to go on without them.',
        named,
      ),
    )
  }
  if (!(await holdsMore(blobs, unnamedBlobs(rows, blobs)))) return
  throw conflict(
    message(
      'The site has no images, but {store} holds some. It would remove them within days, as none of its own. Is this the right place? If they may go, write {siteId} into {mark}.',
      named,
    ),
  )
}

/**
 * Makes sure that no site owns a store, before a new site takes it.
 * @param database named in the refusal
 * @throws {Failure} CONFLICT if it has a mark or holds bytes; STORAGE_FAILED if it can't be read
 */
export async function requireFreeStore(blobs: BlobStore, database: string): Promise<void> {
  if ((await blobs.owner()) === undefined && !(await holdsMore(blobs, blobs.list()))) return
  throw conflict(
    message(
      'There is no site in {database}, but {store} holds the images or the mark ({mark}) of one. A new site would remove them within days, as none of its own. Is this the right database? If a site is being restored or moved there, complete that first; for a new one take an empty store.',
      { database, store: blobs.place, mark: markOf(blobs) },
    ),
  )
}

/**
 * Makes sure that the target store of a move has no mark of another site.
 * @throws {Failure} CONFLICT, STORAGE_FAILED
 */
export async function requireNoOtherOwner(blobs: BlobStore, siteId: string): Promise<void> {
  const owner = await blobs.owner()
  if (owner !== undefined && owner !== siteId) throw otherSites(blobs, { owner, siteId })
}

/** Marks a store as a site's. @throws {Failure} CONFLICT if it has the mark of another; STORAGE_FAILED */
export async function markStore(blobs: BlobStore, siteId: string): Promise<void> {
  const owner = await blobs.claim(siteId)
  if (owner !== siteId) throw otherSites(blobs, { owner, siteId })
}

function otherSites(blobs: BlobStore, { owner, siteId }: { owner: string; siteId: string }): Failure {
  return conflict(
    message(
      '{store} belongs to another site: {mark} holds {owner}, and this site is {siteId}. Each would remove the images of the other, as none of its own. Is this the right place? If the other site is gone for good, remove that mark.',
      { store: blobs.place, mark: markOf(blobs), owner, siteId },
    ),
  )
}

function markOf({ place }: BlobStore): string {
  return `${place}/${storeMarkName}`
}

/**
 * Files that the rows need: all if they are few, otherwise a random sample. If they need none, blobs not yet removed.
 */
async function sampleOf({ blobs }: Rows): Promise<StoredFile[]> {
  const first = await blobs.needed(null, sampleSize + 1)
  if (first.length === 0) return (await blobs.list(null, sampleSize)).map(({ file }) => file)
  if (first.length <= sampleSize) return first
  const starts = Array.from({ length: sampleSize }, () => Math.random().toString(16).slice(2, 10))
  const found = await Promise.all(starts.map((start) => blobs.needed(start, 1)))
  return found.map(([file]) => file ?? first[0]!)
}

/** Whether the list has any item; false if the store's key may not list, as collections find none either then. */
async function holdsMore(blobs: BlobStore, listed: AsyncIterable<unknown>): Promise<boolean> {
  try {
    for await (const _blob of listed) return true
    return false
  } catch (error) {
    if (!(error instanceof Failure) || !(error.cause instanceof ListForbidden)) throw error
    await blobs.checkHealth()
    return false
  }
}
