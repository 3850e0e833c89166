import type { BlobAddress, BlobStore, StoredFile } from '@pictoglyph/core'

/** Larger files are read from the store each time, as they are sent. */
const largestBytes = 1024 * 1024
const maxBytes = 32 * 1024 * 1024
/** Asked for again within so long, a file is read into memory; and the store is asked for it again so often. */
const recentMs = 1_000
const maxAskedFor = 10_000
/** In use within so long, a file does not make room for another: else many in turn would drive each other out. */
const inUseMs = 5_000
const unusedMs = 60_000

/** Small files that are asked for again and again, in memory: one copy for all who load them at once. */
export interface HotFiles {
  /** The file's bytes, where they are in memory and the store had them within the last second. */
  find(file: StoredFile): Blob | undefined
  /** Notes that the file was opened in the store just now. */
  note(file: StoredFile): void
}

interface HotFile {
  blob: Blob
  notedAtMs: number
}

/**
 * At most 32 MiB of files of at most 1 MiB each. Those that are out of use make room for others, and what is not
 * used for a minute goes. What stands under an address never changes, so that only its absence can be overlooked, for a
 * second.
 */
export function createHotFiles(
  blobs: Pick<BlobStore, 'open'>,
  now: () => number = () => performance.now(),
): HotFiles {
  const hot = new Map<BlobAddress, HotFile>()
  const askedForAtMs = new Map<BlobAddress, number>()
  let hotBytes = 0
  let sweep: Timer | undefined

  function drop(address: BlobAddress, { blob }: HotFile): void {
    if (hot.delete(address)) hotBytes -= blob.size
  }

  /** At the end, behind all that was used before. */
  function keep(address: BlobAddress, blob: Blob): void {
    const before = hot.get(address)
    if (before !== undefined) drop(address, before)
    hot.set(address, { blob, notedAtMs: now() })
    hotBytes += blob.size
    sweep ??= setInterval(dropUnused, unusedMs).unref()
  }

  /** The least lately used go first, as far as they must. */
  function makeRoom(sizeBytes: number): boolean {
    for (const [address, file] of hot) {
      if (hotBytes + sizeBytes <= maxBytes) return true
      if (now() - file.notedAtMs < inUseMs) return false
      drop(address, file)
    }
    return true
  }

  function dropUnused(): void {
    const unusedSinceMs = now() - unusedMs
    for (const [address, file] of hot) if (file.notedAtMs < unusedSinceMs) drop(address, file)
    if (hot.size > 0) return
    clearInterval(sweep)
    sweep = undefined
  }

  async function load({ address, sizeBytes }: StoredFile): Promise<void> {
    const { body } = await blobs.open(address, { sizeBytes })
    const bytes = await new Response(body).bytes()
    if (bytes.length === sizeBytes && makeRoom(sizeBytes)) keep(address, new Blob([bytes]))
  }

  function isAskedForAgain(address: BlobAddress): boolean {
    const nowMs = now()
    const beforeMs = askedForAtMs.get(address)
    if (askedForAtMs.size >= maxAskedFor) askedForAtMs.clear()
    askedForAtMs.set(address, nowMs)
    if (beforeMs === undefined || nowMs - beforeMs > recentMs) return false
    askedForAtMs.delete(address)
    return true
  }

  return {
    find({ address }) {
      const found = hot.get(address)
      return found !== undefined && now() - found.notedAtMs < recentMs ? found.blob : undefined
    },
    note(file) {
      const known = hot.get(file.address)
      if (known !== undefined) return keep(file.address, known.blob)
      if (file.sizeBytes > largestBytes || !isAskedForAgain(file.address) || !makeRoom(file.sizeBytes)) return
      // What can't be read now is met by the next one who asks for it.
      load(file).catch(() => undefined)
    },
  }
}
