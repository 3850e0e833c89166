import fs from 'node:fs'
import { access, chmod, link, readdir, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  type BlobAddress,
  type BlobListing,
  type BlobStore,
  storeMarkName,
} from '@pictoglyph/site/blobs/blob-store'
import { Failure } from '@pictoglyph/site/language/failure'
import { fileFailed } from '@pictoglyph/site/platform/refused-path'
import { storageFailed } from '@pictoglyph/site/platform/storage-failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { createDirectorySync, makeDurableDirectory, removeFile, writeSynced } from './durable-write.ts'
import { createFilesystemHealth } from './filesystem-health.ts'
import { createStagingArea } from './staging-area.ts'

/** Local file systems act at once, so only our own process can delay a removal. */
const lateRemovalMs = 15_000
const addressPattern = /^[0-9a-f]{64}$/
const folderPattern = /^[0-9a-f]{2}$/
const foldersInAll = 256

/** The folders of a store, and its limit of free space. */
interface FilesystemStoreOptions {
  directory: string
  /** The site's folder that contains it, which an operator may give to this user as a whole; by default itself. */
  ownFolder?: string | undefined
  /**
   * With less free space the store counts as full. The rest is for rows, which signing in and deleting images write
   * too. 4 MiB by default.
   */
  minFreeBytes?: number
}

/**
 * Opens a store as {@link openFilesystemBlobStore} does, and creates the directory and its parents if missing.
 * @throws {Failure} STORAGE_FAILED if the directory can't be created
 * @example const blobs = await createFilesystemBlobStore({ directory: '/srv/pictoglyph/blobs' })
 */
export async function createFilesystemBlobStore(options: FilesystemStoreOptions): Promise<BlobStore> {
  const { store, make } = filesystemBlobStore(options)
  try {
    await make()
  } catch (error) {
    throw fileFailed(error, options.ownFolder ?? store.place)
  }
  return store
}

/**
 * Opens a store of blobs as files on a local file system: `<directory>/<first 2 digits>/<other 62 digits>`. It
 * receives uploads in memory or in `<directory>/staging`. Only the user can read directories and files (0700, 0600).
 *
 * A put syncs the file, renames it to its address and syncs the directory, so that an acknowledged blob survives a
 * power cut on any POSIX file system. After a failed sync the file is discarded, and never synced again. A blob whose
 * rename may not be durable is left, complete, for garbage collection.
 *
 * Opening creates nothing, because a missing directory may be a disk that is not mounted. Until `claim` has created
 * the missing parts, such a store is empty and accepts nothing.
 */
export function openFilesystemBlobStore(options: FilesystemStoreOptions): BlobStore {
  return filesystemBlobStore(options).store
}

function filesystemBlobStore(options: FilesystemStoreOptions): {
  store: BlobStore
  make: () => Promise<void>
} {
  const directory = resolve(options.directory)
  const ownFolder = options.ownFolder ?? directory
  const stagingDirectory = join(directory, 'staging')
  const markPath = join(directory, storeMarkName)
  const syncNames = createDirectorySync()
  const durableDirectories = new Set<string>()
  /** A path that exists as long as the store does. Its disk may be unmounted at any time. */
  let anchor = stagingDirectory
  let isMade = false

  const health = createFilesystemHealth({
    directory: stagingDirectory,
    ownFolder,
    nextTarget: nextProbe,
    minFreeBytes: options.minFreeBytes,
    syncDirectory: syncNames,
  })
  const staging = createStagingArea(stagingDirectory, { failures: health, ownFolder })

  async function syncDirectory(path: string): Promise<void> {
    try {
      await syncNames(path)
    } catch (error) {
      health.noteFailedSync(error)
      throw error
    }
  }

  async function make(): Promise<void> {
    await makeDurableDirectory(stagingDirectory, syncDirectory)
    await syncDirectory(directory)
    isMade = true
  }

  /** Prevents writes in place of a store that is gone. */
  function requireThere(): void {
    fs.statSync(anchor)
  }

  async function ensureDirectory(path: string): Promise<void> {
    if (durableDirectories.has(path)) return
    await makeDurableDirectory(path, syncDirectory)
    durableDirectories.add(path)
  }

  /** A path in a random folder of blobs, after checking that each folder, and a new one, accepts a staged file. */
  async function nextProbe(): Promise<string> {
    requireThere()
    const names = await namesMatching(directory, folderPattern)
    const folders = names.map((name) => join(directory, name))
    const { dev } = await stat(stagingDirectory)
    const written = folders.length < foldersInAll ? [directory, ...folders] : folders
    await Promise.all(written.map((folder) => requireTaking(folder, dev)))
    const folder = folders[Math.floor(Math.random() * folders.length)] ?? directory
    return join(folder, 'probe')
  }

  async function readMark(): Promise<string | undefined> {
    try {
      return (await readFile(markPath, 'utf8')).trim()
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** Writes the mark outside the staging area, which may be on another disk. Every user may read it. */
  async function writeMark(siteId: string): Promise<void> {
    await using unfinished = new AsyncDisposableStack()
    const temporaryPath = `${markPath}.${crypto.randomUUID()}`
    unfinished.defer(() => removeFile(temporaryPath))
    await writeSynced(temporaryPath, Buffer.from(`${siteId}\n`), health)
    await chmod(temporaryPath, 0o644)
    try {
      await link(temporaryPath, markPath)
    } catch (error) {
      const code = systemErrorCode(error) ?? ''
      if (['EPERM', 'ENOSYS', 'EOPNOTSUPP', 'ENOTSUP'].includes(code)) await rename(temporaryPath, markPath)
      else if (code !== 'EEXIST') throw error
    }
    await syncDirectory(directory)
  }

  async function claim(siteId: string): Promise<string> {
    await make()
    if ((await readMark()) === undefined) await writeMark(siteId)
    const owner = await readMark()
    anchor = markPath
    return owner ?? ''
  }

  const store: BlobStore = {
    place: directory,
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
        requireThere()
        await ensureDirectory(parent)
        await file.storeAt(path)
        await syncDirectory(parent)
      } catch (error) {
        durableDirectories.delete(parent)
        health.noteFailedWrite(error, file.sizeBytes)
        throw fileFailed(error, ownFolder)
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
        await removeFile(path)
        requireThere()
        if (fs.existsSync(dirname(path))) await syncDirectory(dirname(path))
      } catch (error) {
        throw fileFailed(error, ownFolder)
      }
      return 'settled'
    },

    async *list() {
      if (isMade || fs.existsSync(directory)) yield* listAddressedFiles(directory)
    },

    async owner() {
      try {
        return await readMark()
      } catch (error) {
        throw fileFailed(error, ownFolder)
      }
    },

    async claim(siteId) {
      try {
        return await claim(siteId)
      } catch (error) {
        throw fileFailed(error, ownFolder)
      }
    },

    close: async () => {},
  }
  return { store, make }
}

/** @throws the system's error, or a similar one, if a file of the disk `dev` can't be renamed into the folder */
async function requireTaking(folder: string, dev: number): Promise<void> {
  const found = await stat(folder)
  if (!found.isDirectory()) throw systemError('ENOTDIR', `not a directory, '${folder}'`)
  if (found.dev !== dev) throw systemError('EXDEV', `not on the disk of the staging area, '${folder}'`)
  await access(folder, fs.constants.W_OK | fs.constants.X_OK)
}

function systemError(code: string, words: string): Error {
  return Object.assign(new Error(`${code}: ${words}`), { code })
}

function pathOf(directory: string, address: BlobAddress): string {
  if (!addressPattern.test(address)) throw storageFailed(new TypeError(`Not an address: ${address}`))
  return `${directory}/${address.slice(0, 2)}/${address.slice(2)}`
}

/** Synchronous, because the system has this answer in memory for files that are about to be served. */
function statFile(path: string): fs.Stats | undefined {
  try {
    const found = fs.statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? found : undefined
  } catch (error) {
    throw storageFailed(error)
  }
}

const statsAtOnce = 64

/** Lists blobs below `directory` in the order of their addresses, with one subdirectory in memory at a time. */
async function* listAddressedFiles(directory: string): AsyncGenerator<BlobListing> {
  try {
    for (const prefix of await namesMatching(directory, folderPattern)) {
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

/** `undefined` if the file was removed after its directory was read. */
async function listingOf(directory: string, prefix: string, name: string): Promise<BlobListing | undefined> {
  try {
    const found = await stat(join(directory, prefix, name))
    return { address: prefix + name, sizeBytes: found.size, modifiedAtMs: found.mtimeMs }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
