import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { fileFailed } from '@pictoglyph/site/platform/refused-path'
import { createFile } from 'pictoglyph-client/written-file'

/** Room for SQLite's log while deleted rows are removed: 7 MB with 30,000 images, 13 MB with 300,000. */
const reserveBytes = 32 * 1024 * 1024
/** Below this, pictures are refused, so that the rest is for rows. */
const scarceBytes = 4 * 1024 * 1024
/** Below this, no reserve file is created. */
const plentyBytes = 4 * reserveBytes

const random = promisify(randomBytes)

function reservePathOf(databasePath: string): string {
  return `${databasePath}-reserve`
}

/**
 * Keeps a reserve file next to a SQLite file and gives it up on a full disk, because SQLite needs room even to delete.
 * Creates a missing one if the disk has plenty of room.
 * @throws {Failure} STORAGE_FAILED
 */
export async function keepReserve(databasePath: string): Promise<void> {
  const path = reservePathOf(databasePath)
  if (statSync(path, { throwIfNoEntry: false })?.size === reserveBytes) return
  if (freeBytesAt(dirname(path)) < plentyBytes) return
  try {
    // A dead process may have left it too short: write it again. A disk that compresses would store zeros in no room.
    await rm(path, { force: true })
    await using file = await createFile(path)
    await file.writeFile(await random(reserveBytes))
  } catch (error) {
    throw fileFailed(error, dirname(path))
  }
}

/** Gives up the reserve if the disk is nearly full. Call it before opening the site to serve it or to delete. */
export function giveUpReserve(databasePath: string): void {
  if (freeBytesAt(dirname(databasePath)) < scarceBytes) rmSync(reservePathOf(databasePath), { force: true })
}

/** Free bytes on the disk of a folder; infinite if the folder is missing. */
export function freeBytesAt(folder: string): number {
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
