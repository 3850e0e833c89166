import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { StagedFile } from '@pictoglyph/core'
import { storageFailed } from '../storage-failure.ts'
import { systemErrorCode } from '../system-error-code.ts'
import {
  createStagedLocalFile,
  type SmallFiles,
  type StagedLocalFile,
  type WriteFailures,
} from './staged-local-file.ts'
import { isAbandoned, nextStagedName } from './staged-name.ts'
import { createWritePace } from './write-pace.ts'

/** The directory in which uploads are received, in files of their own, beside those of other processes. */
export interface StagingArea {
  /** @throws {Failure} STORAGE_FAILED */
  stage(): Promise<StagedFile>
  /** What `stage` gave, as the local file that it is. @throws {TypeError} when another area staged it */
  localFileOf(staged: StagedFile): StagedLocalFile
  /**
   * Removes files of processes that have ended, or all that were last written before a time, and says how many
   * there were.
   * @throws {Failure} STORAGE_FAILED
   */
  clear(lastWrittenBeforeMs?: number): Promise<number>
}

/**
 * A staging area in a directory that exists.
 * @param failures is told of every file that could not be created, written or synced
 * @param smallFiles how files are written that are complete before they are large; as all others by default
 */
export function createStagingArea(
  directory: string,
  failures: WriteFailures,
  smallFiles?: SmallFiles,
): StagingArea {
  const pace = createWritePace()
  const localFiles = new WeakMap<StagedFile, StagedLocalFile>()

  return {
    async stage() {
      try {
        const file = await createStagedLocalFile({
          nextPath: () => join(directory, nextStagedName()),
          failures,
          pace,
          smallFiles,
        })
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
