import fs from 'node:fs'
import { readdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { BlobAddress, BlobListing, BlobStore } from '@pictoglyph/site/blobs/blob-store'
import { Failure } from '@pictoglyph/site/language/failure'
import { storageFailed } from '@pictoglyph/site/platform/storage-failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { createDirectorySync, makeDurableDirectory } from './durable-write.ts'
import { createFilesystemHealth } from './filesystem-health.ts'
import { createStagingArea } from './staging-area.ts'

/** The system acts at once and is done when it answers; only our own process may be delayed. */
const lateRemovalMs = 15_000
const addressPattern = /^[0-9a-f]{64}$/

/**
 * Blobs as files on a local file system: `<directory>/<first 2 digits>/<other 62 digits>`, received in memory or in
 * `<directory>/staging`. Only the user can read directories and files (0700, 0600).
 *
 * A put syncs the file, renames it to its address and syncs the directory, so that an acknowledged blob survives a
 * power cut on any POSIX file system. If a sync fails, the file is given up, and never synced again. A blob whose
 * rename may not be durable is left, complete, for garbage collection.
 *
 * @param options.directory made with its parents if missing
 * @param options.minFreeBytes with less free space the store counts as full and accepts no more, so that there is room
 * for rows, which signing in and removing images write too; 4 MiB by default
 * @throws {Failure} STORAGE_FAILED if the directory can't be made
 */
export async function createFilesystemBlobStore(options: {
  directory: string
  minFreeBytes?: number
}): Promise<BlobStore> {
  const directory = resolve(options.directory)
  const stagingDirectory = join(directory, 'staging')
  const syncNames = createDirectorySync()
  const durableDirectories = new Set<string>()

  const health = createFilesystemHealth({
    directory: stagingDirectory,
    minFreeBytes: options.minFreeBytes,
    syncDirectory: syncNames,
  })
  const staging = createStagingArea(stagingDirectory, health)

  async function syncDirectory(path: string): Promise<void> {
    try {
      await syncNames(path)
    } catch (error) {
      health.noteFailedSync(error)
      throw error
    }
  }

  try {
    await makeDurableDirectory(stagingDirectory, syncDirectory)
    await syncDirectory(directory)
  } catch (error) {
    throw storageFailed(error)
  }

  async function ensureDirectory(path: string): Promise<void> {
    if (durableDirectories.has(path)) return
    // Where the store itself has gone, such as a disk that is not mounted, none is made in its place.
    fs.statSync(stagingDirectory)
    await makeDurableDirectory(path, syncDirectory)
    durableDirectories.add(path)
  }

  return {
    stage: staging.stage,
    clearStaging: staging.clear,
    checkHealth: health.check,
    space: health.space,

    async put(staged, address) {
      const file = staging.localFileOf(staged)
      const path = pathOf(directory, address)
      const parent = dirname(path)
      try {
        await health.requireSpareSpace(file.sizeBytes)
        await ensureDirectory(parent)
        await file.storeAt(path)
        await syncDirectory(parent)
      } catch (error) {
        durableDirectories.delete(parent)
        health.noteFailedWrite(error, file.sizeBytes)
        throw storageFailed(error)
      }
    },

    async open(address, { range, sizeBytes } = {}) {
      const path = pathOf(directory, address)
      const found = statFile(path)
      if (found === undefined || found.size !== (sizeBytes ?? found.size)) {
        throw new Failure({ code: 'BLOB_MISSING', address })
      }
      const file = Bun.file(path)
      return { body: range === undefined ? file : file.slice(range.start, range.end) }
    },

    async stat(address) {
      const found = statFile(pathOf(directory, address))
      return found && { sizeBytes: found.size }
    },

    lateRemovalMs,

    async remove(address) {
      const path = pathOf(directory, address)
      try {
        await unlink(path)
        await syncDirectory(dirname(path))
      } catch (error) {
        if (systemErrorCode(error) !== 'ENOENT') throw storageFailed(error)
      }
      return 'settled'
    },

    list: () => listAddressedFiles(directory),
    close: async () => {},
  }
}

function pathOf(directory: string, address: BlobAddress): string {
  if (!addressPattern.test(address)) throw storageFailed(new TypeError(`Not an address: ${address}`))
  return `${directory}/${address.slice(0, 2)}/${address.slice(2)}`
}

/** Synchronous: the answer is in memory for every file that is about to be served. */
function statFile(path: string): fs.Stats | undefined {
  try {
    const found = fs.statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? found : undefined
  } catch (error) {
    throw storageFailed(error)
  }
}

const statsAtOnce = 64

/** Every blob below `directory` in the order of its address; only one subdirectory is in memory at a time. */
async function* listAddressedFiles(directory: string): AsyncGenerator<BlobListing> {
  try {
    for (const prefix of await namesMatching(directory, /^[0-9a-f]{2}$/)) {
      const names = await namesMatching(join(directory, prefix), /^[0-9a-f]{62}$/)
      for (let first = 0; first < names.length; first += statsAtOnce) {
        const batch = names.slice(first, first + statsAtOnce)
        const listings = await Promise.all(batch.map((name) => listingOf(directory, prefix, name)))
        for (const listing of listings) if (listing) yield listing
      }
    }
  } catch (error) {
    throw storageFailed(error)
  }
}

async function namesMatching(directory: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(directory)
  return names.filter((name) => pattern.test(name)).sort()
}

/** Undefined for a file that was removed since its directory was read. */
async function listingOf(directory: string, prefix: string, name: string): Promise<BlobListing | undefined> {
  try {
    const found = await stat(join(directory, prefix, name))
    return { address: prefix + name, sizeBytes: found.size, modifiedAtMs: found.mtimeMs }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
