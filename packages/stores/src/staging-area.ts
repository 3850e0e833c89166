import { readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { StagedFile } from '@pictoglyph/site/blobs/blob-store'
import { fileFailed } from '@pictoglyph/site/platform/refused-path'
import { storageFailed } from '@pictoglyph/site/platform/storage-failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { createDiskFile, type DiskFile } from './disk-file.ts'
import { type WriteFailures, writeDurably, writeSynced } from './durable-write.ts'

/** Receives uploads in memory, or in files of a directory that other processes use too. */
export interface StagingArea {
  /** As `BlobStore.stage`. @throws {Failure} STORAGE_FAILED */
  stage(announcedBytes?: number): Promise<StagedFile>
  /** The local file behind the result of `stage`. @throws {TypeError} if another area staged it */
  localFileOf(staged: StagedFile): StagedLocalFile
  /**
   * Removes the files of processes that have ended, or all files last written before a time. Returns how many.
   * @throws {Failure} STORAGE_FAILED
   */
  clear(lastWrittenBeforeMs?: number): Promise<number>
}

/** Memory for received files. Further or larger files are received on disk. */
const small = { maxFiles: 32, maxBytes: 2 * 1024 * 1024 }
const medium = { maxFiles: 8, maxBytes: 8 * 1024 * 1024 }

/**
 * Creates a staging area in an existing directory.
 * @param options.failures receives every failure to create, write or sync a file
 * @param options.ownFolder the site's folder that contains it; by default itself
 */
export function createStagingArea(
  directory: string,
  { failures, ownFolder = directory }: { failures: WriteFailures; ownFolder?: string },
): StagingArea {
  const createSmallFile = createMemoryFiles(small)
  const createMediumFile = createMemoryFiles(medium)
  function memoryFor(bytes: number) {
    if (bytes <= small.maxBytes) return createSmallFile()
    return bytes <= medium.maxBytes ? createMediumFile() : undefined
  }

  const localFiles = new WeakMap<StagedFile, StagedLocalFile>()
  const nextPath = () => join(directory, nextStagedName())
  const parts = {
    createDiskFile: () => createDiskFile(nextPath, failures),
    nextPath,
    failures,
  }

  return {
    async stage(announcedBytes = 0) {
      try {
        const file = createStagedFile(memoryFor(announcedBytes) ?? (await parts.createDiskFile()), parts)
        localFiles.set(file, file)
        return file
      } catch (error) {
        failures.noteFailedWrite(error, 0)
        throw fileFailed(error, ownFolder)
      }
    },

    localFileOf(staged) {
      const file = localFiles.get(staged)
      if (file === undefined) throw new TypeError('The file was staged by another store.')
      return file
    },

    async clear(lastWrittenBeforeMs) {
      const isLeft = (name: string, lastWrittenMs: number) =>
        lastWrittenBeforeMs === undefined
          ? isAbandoned(name, lastWrittenMs)
          : lastWrittenMs < lastWrittenBeforeMs
      try {
        const names = await readdir(directory)
        const removals = await Promise.all(names.map((name) => removeIf(directory, name, isLeft)))
        return removals.filter(Boolean).length
      } catch (error) {
        throw fileFailed(error, ownFolder)
      }
    },
  }
}

async function removeIf(
  directory: string,
  name: string,
  isLeft: (name: string, lastWrittenMs: number) => boolean,
): Promise<boolean> {
  const path = join(directory, name)
  try {
    if (!isLeft(name, (await stat(path)).mtimeMs)) return false
    await unlink(path)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Longer than the longest pause of an upload. An older file from another machine is abandoned. */
const abandonedMs = 60 * 60 * 1000

/** Process numbers are unique within a machine or a container; several of these may share a directory. */
const machine = Bun.hash(hostname()).toString(36)

/** A new name, `machine-process-random`, which identifies the receiving process. */
function nextStagedName(): string {
  return `${machine}-${process.pid}-${crypto.randomUUID()}`
}

/**
 * Whether a staged file is abandoned: its process has ended, or is this one, which calls this before it receives
 * anything. If that is unknown, the file's age decides.
 */
function isAbandoned(name: string, lastWrittenMs: number): boolean {
  const [, host, pid] = /^([0-9a-z]+)-([0-9]+)-/.exec(name) ?? []
  if (host === machine && (Number(pid) === process.pid || hasExpired(Number(pid)))) return true
  return lastWrittenMs < Date.now() - abandonedMs
}

function hasExpired(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH'
  }
}

/** A file received on this machine: in memory, and on disk once it is too large. */
interface StagedLocalFile extends StagedFile {
  /**
   * Writes the bytes to the disk under the name `path`, replacing any file there; the caller has to sync that name.
   * May be called again.
   * @throws the system's error; {Failure} STORAGE_FAILED if the file was disposed of
   */
  storeAt(path: string): Promise<void>
  /** The bytes, to be sent elsewhere until the file is disposed of. @throws {Failure} STORAGE_FAILED */
  blob(): Blob
}

/** The dependencies of a staged file. */
interface StagedFileParts {
  createDiskFile(): Promise<DiskFile>
  /** Returns new, unused paths on one file system. */
  nextPath(): string
  failures: WriteFailures
}

/** @param first receives the first bytes */
export function createStagedFile(first: MemoryFile | DiskFile, parts: StagedFileParts): StagedLocalFile {
  const { failures, nextPath } = parts
  let file = first
  let isOpen = true
  let inProgress: Promise<unknown> = Promise.resolve()

  function requireOpen(): MemoryFile | DiskFile {
    if (!isOpen) throw storageFailed(new Error('The staged file has been disposed of.'))
    return file
  }

  /** Records running work. Disposing waits for it before it closes a descriptor or releases memory. */
  function track<T>(work: Promise<T>): Promise<T> {
    inProgress = work.catch(() => undefined)
    return work
  }

  async function append(bytes: Uint8Array): Promise<void> {
    const current = requireOpen()
    if (current.place === 'memory' && current.tryAppend(bytes)) return
    try {
      const onDisk = current.place === 'disk' ? current : await moveToDisk(current)
      await onDisk.append(bytes)
    } catch (error) {
      failures.noteFailedWrite(error, sizeOf(current) + bytes.length)
      throw storageFailed(error)
    }
  }

  async function moveToDisk(memory: MemoryFile): Promise<DiskFile> {
    await using unfinished = new AsyncDisposableStack()
    const disk = unfinished.use(await parts.createDiskFile())
    await disk.append(memory.bytes)
    unfinished.move()
    memory[Symbol.dispose]()
    file = disk
    return disk
  }

  function read(offset: number, length: number): Uint8Array {
    const current = requireOpen()
    if (current.place === 'memory') return current.bytes.subarray(offset, offset + length)
    try {
      return current.read(offset, Math.max(0, Math.min(length, current.sizeBytes - offset)))
    } catch (error) {
      throw storageFailed(error)
    }
  }

  async function storeAt(path: string): Promise<void> {
    const current = requireOpen()
    if (current.place === 'disk') return current.moveTo(path)
    return writeDurably({ temporaryPath: nextPath(), path }, (temporaryPath) =>
      writeSynced(temporaryPath, current.bytes, failures),
    )
  }

  return {
    get sizeBytes() {
      return sizeOf(file)
    },
    write: (bytes) => track(append(bytes)),
    read,
    storeAt: (path) => track(storeAt(path)),
    blob() {
      const current = requireOpen()
      if (current.place === 'memory') return new Blob([current.bytes])
      return Bun.file(current.path).slice(0, current.sizeBytes)
    },
    async [Symbol.asyncDispose]() {
      if (!isOpen) return
      isOpen = false
      await inProgress
      if (file.place === 'memory') return file[Symbol.dispose]()
      try {
        await file[Symbol.asyncDispose]()
      } catch (error) {
        throw storageFailed(error)
      }
    },
  }
}

function sizeOf(file: MemoryFile | DiskFile): number {
  return file.place === 'memory' ? file.bytes.length : file.sizeBytes
}

/** A file received in one piece of memory. Disposing releases the memory for the next file. */
interface MemoryFile extends Disposable {
  readonly place: 'memory'
  /** A view of the appended bytes, valid until the file is disposed of. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Appends all of `bytes`, or nothing if there is no room; returns whether it did. */
  tryAppend(bytes: Uint8Array): boolean
}

/** Returns an empty file, or `undefined` while all memory is in use. */
type CreateMemoryFile = () => MemoryFile | undefined

/**
 * Creates memory for small files. A block is allocated when first needed and then reused, the last released one
 * first: recently used memory costs nothing, while fresh pages cost 8 µs each.
 * @param bounds.maxFiles files at the same time
 * @param bounds.maxBytes of each; only written memory takes room
 */
export function createMemoryFiles(bounds: { maxFiles: number; maxBytes: number }): CreateMemoryFile {
  const free: Uint8Array<ArrayBuffer>[] = []
  let leftToMake = bounds.maxFiles

  return () => {
    const memory = free.pop() ?? make()
    return memory && createMemoryFile(memory, () => free.push(memory))
  }

  function make(): Uint8Array<ArrayBuffer> | undefined {
    if (leftToMake === 0) return undefined
    leftToMake -= 1
    return new Uint8Array(bounds.maxBytes)
  }
}

function createMemoryFile(memory: Uint8Array<ArrayBuffer>, giveBack: () => void): MemoryFile {
  let sizeBytes = 0
  let isHeld = true
  return {
    place: 'memory',
    get bytes() {
      return memory.subarray(0, sizeBytes)
    },
    tryAppend(bytes) {
      if (sizeBytes + bytes.length > memory.length) return false
      memory.set(bytes, sizeBytes)
      sizeBytes += bytes.length
      return true
    },
    [Symbol.dispose]() {
      if (isHeld) giveBack()
      isHeld = false
    },
  }
}
