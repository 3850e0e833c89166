import fs from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemErrorCode } from '../system-error-code.ts'
import { close, fsync } from './descriptors.ts'

/** Waits until the names in a directory are on the disk. */
export type SyncDirectory = (path: string) => Promise<void>

/** Opened anew each time, so that no directory is held open and no earlier error is met again. */
async function syncDirectory(path: string): Promise<void> {
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  try {
    await fsync(descriptor)
  } finally {
    close(descriptor)
  }
}

interface Syncing {
  running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * Directory syncs that arrive while one of the same directory runs share the next: a sync covers every rename
 * done before it began.
 */
export function createDirectorySync(): SyncDirectory {
  const syncingByPath = new Map<string, Syncing>()

  function start(path: string): Promise<void> {
    const syncing: Syncing = { running: syncDirectory(path), next: undefined }
    syncingByPath.set(path, syncing)
    const settle = () => {
      if (syncing.next === undefined) syncingByPath.delete(path)
    }
    syncing.running.then(settle, settle)
    return syncing.running
  }

  return (path) => {
    const syncing = syncingByPath.get(path)
    if (syncing === undefined) return start(path)
    syncing.next ??= syncing.running.then(
      () => start(path),
      () => start(path),
    )
    return syncing.next
  }
}

/**
 * Makes a directory and the parents it lacks, private to this user, so that all of them survive a power cut.
 * One that is there already is synced into its parent as well: an earlier process may have died in between.
 *
 * @throws {Error} the system's, such as ENOENT of a place that takes no directories although its parent is there
 */
export async function makeDurableDirectory(path: string, sync: SyncDirectory): Promise<void> {
  try {
    await makeDirectory(path)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    await makeDurableDirectory(dirname(path), sync)
    await makeDirectory(path)
  }
  await sync(dirname(path))
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST' || !fs.statSync(path).isDirectory()) throw error
  }
}
