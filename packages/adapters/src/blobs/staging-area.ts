import { readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { StagedFile } from '@pictoglyph/core'
import { storageFailed } from '../storage-failure.ts'
import { systemErrorCode } from '../system-error-code.ts'
import { createDiskFile } from './disk-file.ts'
import { createDirectWrites, type WriteFailures } from './durable-write.ts'
import { createMemoryFiles, createStagedFile, type StagedLocalFile } from './staged-file.ts'

/** Where uploads are received: in memory, or in files of a directory beside those of other processes. */
export interface StagingArea {
  /** See `BlobStore`. @throws {Failure} STORAGE_FAILED */
  stage(announcedBytes?: number): Promise<StagedFile>
  /** What `stage` gave, as the local file that it is. @throws {TypeError} when another area staged it */
  localFileOf(staged: StagedFile): StagedLocalFile
  /**
   * Removes files of processes that have ended, or all that were last written before a time, and says how many
   * there were.
   * @throws {Failure} STORAGE_FAILED
   */
  clear(lastWrittenBeforeMs?: number): Promise<number>
}

/** What is kept in memory of files that are received, by their size. What comes beyond it is received on disk. */
const small = { maxFiles: 32, maxBytes: 2 * 1024 * 1024 }
const medium = { maxFiles: 8, maxBytes: 8 * 1024 * 1024 }

/**
 * A staging area in a directory that exists.
 * @param failures is told of every file that could not be created, written or synced
 */
export function createStagingArea(directory: string, failures: WriteFailures): StagingArea {
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
    writeDirectly: createDirectWrites(),
  }

  return {
    async stage(announcedBytes = 0) {
      try {
        const file = createStagedFile(memoryFor(announcedBytes) ?? (await parts.createDiskFile()), parts)
        localFiles.set(file, file)
        return file
      } catch (error) {
        failures.noteFailedWrite(error, 0)
        throw storageFailed(error)
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
        throw storageFailed(error)
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

/** Longer than any upload is silent. A file of another machine that is older belongs to nobody. */
const abandonedMs = 60 * 60 * 1000

/** Processes are known by their number on one machine, or in one container; directories may be shared by several. */
const machine = Bun.hash(hostname()).toString(36)

/** A new name, `machine-process-random`, that tells who is receiving the file. */
function nextStagedName(): string {
  return `${machine}-${process.pid}-${crypto.randomUUID()}`
}

/**
 * Whether nobody is receiving the file of that name any more: its process has ended, or is this one, which asks
 * before it receives anything. Where that can't be told, the time decides.
 */
function isAbandoned(name: string, lastWrittenMs: number): boolean {
  const [, host, pid] = /^([0-9a-z]+)-([0-9]+)-/.exec(name) ?? []
  if (host === machine && (Number(pid) === process.pid || hasEnded(Number(pid)))) return true
  return lastWrittenMs < Date.now() - abandonedMs
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH'
  }
}
