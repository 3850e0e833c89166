import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import { hasExpired } from '@pictoglyph/site/images/image-records'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { ServedFile } from './serve-file.ts'

const maxLinks = 10_000
/** Larger files are read from the store for each request. */
const maxFileBytes = 1024 * 1024
const maxBytes = 32 * 1024 * 1024
/** Even without a change, the cache checks the store's file and the image's row this often. */
const checkedMs = 1_000
const sweepMs = 5_000

/** Caches popular links: their targets, headers, and the bytes of small files. */
export interface LinkCache {
  /** Bytes of files in memory, at most 32 MiB. */
  readonly heldBytes: number
  /**
   * Finds the target of a link.
   * @param path identifies the link
   * @param look asks the database; `undefined` and errors are not cached
   */
  find<Found extends ServedFile>(
    path: string,
    look: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>
  /** Opens the whole file of a link that was just found. @throws {Failure} BLOB_MISSING, STORAGE_FAILED */
  open(path: string, served: ServedFile): Promise<OpenBlob['body']>
  /** Evicts links without a request since the last sweep. The cache itself sweeps every five seconds. */
  sweep(): void
}

interface CachedLink {
  served: ServedFile
  /** The database's count, read before the link. */
  changeCount: number | undefined
  foundAtMs: number
  /** When the file was last opened in the store. */
  openedAtMs: number
  bytes: Blob | undefined
  isLoading: boolean
  isUsed: boolean
}

/**
 * An entry is valid until its image expires, while the database's change count is the same, and for at most a second.
 * A database without such a count is asked each time. Bytes under an address never change, so the cache can only miss
 * their loss, for that second.
 *
 * A file that is requested again within a second is read into memory, if there is room. Files in use are not evicted,
 * because many files in turn would evict each other.
 * @param now milliseconds since any start
 */
export function createLinkCache(
  { database, blobs, clock }: Pick<SitePorts, 'database' | 'blobs' | 'clock'>,
  now: () => number = () => performance.now(),
): LinkCache {
  const links = new Map<string, CachedLink>()
  let heldBytes = 0
  let timer: Timer | undefined

  const isRecent = (atMs: number): boolean => now() - atMs < checkedMs

  function forget(path: string): void {
    heldBytes -= links.get(path)?.bytes?.size ?? 0
    links.delete(path)
  }

  function sweep(): void {
    for (const [path, link] of links) {
      if (link.isUsed) link.isUsed = false
      else forget(path)
    }
    if (links.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function keep(path: string, served: ServedFile, changeCount: number | undefined): void {
    const known = links.get(path)
    if (known?.served.file.address === served.file.address) {
      Object.assign(known, { served, changeCount, foundAtMs: now(), isUsed: true })
      return
    }
    forget(path)
    if (links.size >= maxLinks) return
    links.set(path, {
      served,
      changeCount,
      foundAtMs: now(),
      openedAtMs: Number.NEGATIVE_INFINITY,
      bytes: undefined,
      isLoading: false,
      isUsed: true,
    })
    timer ??= setInterval(sweep, sweepMs).unref()
  }

  async function load(path: string, link: CachedLink): Promise<void> {
    const { address, sizeBytes } = link.served.file
    const { body } = await blobs.open(address, { sizeBytes })
    const bytes = await new Response(body).bytes()
    const isKept = links.get(path) === link
    if (!isKept || bytes.length !== sizeBytes || heldBytes + sizeBytes > maxBytes) return
    link.bytes = new Blob([bytes])
    heldBytes += sizeBytes
  }

  return {
    get heldBytes() {
      return heldBytes
    },
    sweep,
    async find<Found extends ServedFile>(path: string, look: () => Promise<Found | undefined>) {
      const known = links.get(path)
      const changeCount = database.changeCount()
      const isUnchanged = changeCount !== undefined && known?.changeCount === changeCount
      const isSure = isUnchanged && known !== undefined && isRecent(known.foundAtMs)
      if (isSure && !hasExpired(known.served, clock())) {
        known.isUsed = true
        return known.served as Found
      }
      const found = await look()
      if (found === undefined) forget(path)
      else keep(path, found, changeCount)
      return found
    },
    async open(path, { file: { address, sizeBytes } }) {
      const known = links.get(path)
      const link = known?.served.file.address === address ? known : undefined
      const isAskedForAgain = link !== undefined && isRecent(link.openedAtMs)
      if (isAskedForAgain && link.bytes !== undefined) return link.bytes
      const { body } = await blobs.open(address, { sizeBytes })
      if (link === undefined) return body
      link.openedAtMs = now()
      const hasRoom = sizeBytes <= maxFileBytes && heldBytes + sizeBytes <= maxBytes
      if (isAskedForAgain && hasRoom && link.bytes === undefined && !link.isLoading) {
        link.isLoading = true
        // The next request reports a read error.
        load(path, link)
          .catch(() => undefined)
          .finally(() => {
            link.isLoading = false
          })
      }
      return body
    },
  }
}
