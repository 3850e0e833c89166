import type { SiteDatabase } from '../database/database.ts'
import { conflict, Failure } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { keepCheck } from '../language/kept-check.ts'
import { message } from '../language/message.ts'
import type { StoredFile } from '../language/records.ts'
import { storageFailureOf } from '../platform/storage-failure.ts'
import { type BlobStore, ListForbidden, storeMarkName } from './blob-store.ts'
import { unnamedBlobs } from './merge-blobs.ts'

/** The rows that say whose bytes a store should hold. */
type Rows = Pick<SiteDatabase, 'blobs' | 'repairs' | 'settings'>

const idFact = 'site id'
const sampleSize = 20

/** The store of one site. */
interface OwnStore {
  /** The store, of which nothing is read or written before it has proved to be the site's. */
  readonly blobs: BlobStore
  /**
   * Makes sure that the store is the site's, and marks it.
   * @throws {Failure} CONFLICT if it is not; STORAGE_FAILED if it can't be asked or marked
   */
  requireOwn(): Promise<void>
}

/**
 * Keeps a site from the bytes of another, and from a place where its own should be and are not, such as a disk that is
 * not mounted: there its images would count as lost, new ones would be stored in the wrong place, and a collection
 * would remove what is not its own. The mark in the store decides. A store without one is the site's if it holds most
 * of a sample of the files that the rows need. Reading makes nothing there; what writes marks the store first.
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

/** The methods of a store, each called once `check` has succeeded. For its callers a store of others does not work. */
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

/** The site's id, which is made when it is first asked for. It stays in the rows, wherever they go. */
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
 * Makes sure that a store is nobody's, before there is a site that could own it.
 * @param database named in the refusal
 * @throws {Failure} CONFLICT if it has a mark or holds bytes; STORAGE_FAILED if it can't be asked
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
 * Makes sure that a store to which a site is brought has no mark of another.
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
 * Files that the rows need: all where there are few, otherwise some from anywhere among their addresses. Where they
 * need none, those that are not removed yet.
 */
async function sampleOf({ blobs }: Rows): Promise<StoredFile[]> {
  const first = await blobs.needed(null, sampleSize + 1)
  if (first.length === 0) return (await blobs.list(null, sampleSize)).map(({ file }) => file)
  if (first.length <= sampleSize) return first
  const starts = Array.from({ length: sampleSize }, () => Math.random().toString(16).slice(2, 10))
  const found = await Promise.all(starts.map((start) => blobs.needed(start, 1)))
  return found.map(([file]) => file ?? first[0]!)
}

/** Whether there is any of these; false if the store's key may not list, so that no collection finds them either. */
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
