import { type Image, message, notFound, type OpenBlob, type SitePorts } from '@pictoglyph/core'
import { type ServedFile, servedFile } from './serve-file.ts'

const maxLinks = 10_000
/** Larger files are read from the store each time, as they are sent. */
const maxFileBytes = 1024 * 1024
const maxBytes = 32 * 1024 * 1024
/** So often the store is asked for a file, and the database for its image, although nothing has changed. */
const checkedMs = 1_000
const sweepMs = 5_000

/** An image with what its direct link says of it. */
export interface DirectLink {
  readonly image: Image
  readonly served: ServedFile
}

/** The direct links that are asked for again and again: their rows, their headers, and the bytes of small files. */
export interface LinkCache {
  /** Bytes of files in memory, 32 MiB at most. */
  readonly heldBytes: number
  /** The link of a live image. @throws {Failure} NOT_FOUND */
  find(id: string): Promise<DirectLink>
  /** The whole file of a link that was just found. @throws {Failure} BLOB_MISSING, STORAGE_FAILED */
  open(link: DirectLink): Promise<OpenBlob['body']>
  /** Forgets what was not asked for since the sweep before. The cache does so itself, every five seconds. */
  sweep(): void
}

interface CachedLink extends DirectLink {
  image: Image
  /** Of the database, when it gave the image. */
  changeCount: number | undefined
  foundAtMs: number
  /** When the store was last asked for the file. */
  openedAtMs: number
  bytes: Blob | undefined
  isLoading: boolean
  isUsed: boolean
}

/**
 * What is cached is true while the database's count of changes stays as it was, and for a second at most, after which
 * it is looked at again. A database without such a count is asked for each link. Bytes never change under their
 * address: only that they are gone can be overlooked, for that second.
 *
 * The file of a link that is asked for again within a second is read into memory, if there is room: files that are
 * in use never make room for others, else many in turn would drive each other out.
 * @param now milliseconds since any beginning
 */
export function createLinkCache(
  { database, blobs }: Pick<SitePorts, 'database' | 'blobs'>,
  now: () => number = () => performance.now(),
): LinkCache {
  const links = new Map<string, CachedLink>()
  let heldBytes = 0
  let timer: Timer | undefined

  const isRecent = (atMs: number): boolean => now() - atMs < checkedMs

  function forget(id: string, link: CachedLink): void {
    if (links.get(id) !== link) return
    links.delete(id)
    heldBytes -= link.bytes?.size ?? 0
  }

  function sweep(): void {
    for (const [id, link] of links) {
      if (link.isUsed) link.isUsed = false
      else forget(id, link)
    }
    if (links.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  function keep(id: string, image: Image, changeCount: number | undefined): CachedLink {
    const known = links.get(id)
    if (known?.served.file.address === image.file.address) {
      return Object.assign(known, { image, changeCount, foundAtMs: now(), isUsed: true })
    }
    if (known !== undefined) forget(id, known)
    const link: CachedLink = {
      image,
      served: servedFile(image.file, { createdAtMs: image.createdAtMs, name: image.id }),
      changeCount,
      foundAtMs: now(),
      openedAtMs: Number.NEGATIVE_INFINITY,
      bytes: undefined,
      isLoading: false,
      isUsed: true,
    }
    if (links.size < maxLinks) links.set(id, link)
    timer ??= setInterval(sweep, sweepMs).unref()
    return link
  }

  async function load(link: CachedLink): Promise<void> {
    const { address, sizeBytes } = link.served.file
    const { body } = await blobs.open(address, { sizeBytes })
    const bytes = await new Response(body).bytes()
    const isKept = links.get(link.image.id) === link
    if (!isKept || bytes.length !== sizeBytes || heldBytes + sizeBytes > maxBytes) return
    link.bytes = new Blob([bytes])
    heldBytes += sizeBytes
  }

  return {
    get heldBytes() {
      return heldBytes
    },
    sweep,
    async find(id) {
      const known = links.get(id)
      const changeCount = database.changeCount()
      const isUnchanged = changeCount !== undefined && known?.changeCount === changeCount
      if (known !== undefined && isUnchanged && isRecent(known.foundAtMs)) {
        known.isUsed = true
        return known
      }
      const image = await database.images.byId(id)
      if (image !== undefined) return keep(id, image, changeCount)
      if (known !== undefined) forget(id, known)
      throw notFound(message('The image'))
    },
    async open(found) {
      const link = links.get(found.image.id)
      const { address, sizeBytes } = found.served.file
      const isAskedForAgain = link !== undefined && isRecent(link.openedAtMs)
      if (isAskedForAgain && link.bytes !== undefined) return link.bytes
      const { body } = await blobs.open(address, { sizeBytes })
      if (link === undefined) return body
      link.openedAtMs = now()
      const hasRoom = sizeBytes <= maxFileBytes && heldBytes + sizeBytes <= maxBytes
      if (isAskedForAgain && hasRoom && link.bytes === undefined && !link.isLoading) {
        link.isLoading = true
        // What can't be read now is met by the next one who asks for it.
        load(link)
          .catch(() => undefined)
          .finally(() => {
            link.isLoading = false
          })
      }
      return body
    },
  }
}
