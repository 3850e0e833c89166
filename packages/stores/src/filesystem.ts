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

/** The system acts at once and is done when it answers; only our own process may be delayed. */
const lateRemovalMs = 15_000
const addressPattern = /^[0-9a-f]{64}$/
const folderPattern = /^[0-9a-f]{2}$/
const foldersInAll = 256

/** Where the files of a store are, and when it is full. */
interface FilesystemStoreOptions {
  directory: string
  /** The folder of the site that holds it, which an operator may give to this user as a whole; by default itself. */
  ownFolder?: string | undefined
  /**
   * With less free space the store counts as full and accepts no more, so that there is room for rows, which signing in
   * and removing images write too; 4 MiB by default.
   */
  minFreeBytes?: number
}

/**
 * The same as {@link openFilesystemBlobStore}, and makes the directory, with its parents, if it is missing.
 * @throws {Failure} STORAGE_FAILED if the directory can't be made
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
 * Blobs as files on a local file system: `<directory>/<first 2 digits>/<other 62 digits>`, received in memory or in
 * `<directory>/staging`. Only the user can read directories and files (0700, 0600).
 *
 * A put syncs the file, renames it to its address and syncs the directory, so that an acknowledged blob survives a
 * power cut on any POSIX file system. If a sync fails, the file is given up, and never synced again. A blob whose
 * rename may not be durable is left, complete, for garbage collection.
 *
 * Opening makes nothing: a directory that is not there may be a disk that is not mounted. Until `claim` has made what
 * is missing, such a store is empty and takes nothing.
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
  /** What is there as long as the store is: its disk may be unmounted at any time. */
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

  /** Where the store itself has gone, nothing is written in its place. */
  function requireThere(): void {
    fs.statSync(anchor)
  }

  async function ensureDirectory(path: string): Promise<void> {
    if (durableDirectories.has(path)) return
    await makeDurableDirectory(path, syncDirectory)
    durableDirectories.add(path)
  }

  /** A path in one of the folders of blobs, after a look whether each of them, and a new one, takes a staged file. */
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

  /** Not in the staging area, which may be on another disk. Anyone who reaches the folder may read it. */
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

/** @throws the system's error, or one like it, if a file of the disk `dev` can't be renamed into the folder */
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
