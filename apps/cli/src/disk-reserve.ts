import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { fileFailed } from '@pictoglyph/site/platform/refused-path'
import { createFile } from 'pictoglyph-client/written-file'

/** Enough for SQLite's log while what was deleted is removed: 7 MB with 30,000 images, 13 MB with 300,000. */
const reserveBytes = 32 * 1024 * 1024
/** Pictures are refused below this, so that what is left is for rows. */
const scarceBytes = 4 * 1024 * 1024
/** Not taken from a disk that is nearly full. */
const plentyBytes = 4 * reserveBytes

const random = promisify(randomBytes)

function reservePathOf(databasePath: string): string {
  return `${databasePath}-reserve`
}

/**
 * Keeps a reserve file next to a SQLite file, which is given up on a full disk, because SQLite needs room even to
 * delete. It is made if it is missing and the disk has plenty of room.
 * @throws {Failure} STORAGE_FAILED
 */
export async function keepReserve(databasePath: string): Promise<void> {
  const path = reservePathOf(databasePath)
  if (statSync(path, { throwIfNoEntry: false })?.size === reserveBytes) return
  if (freeBytesAt(dirname(path)) < plentyBytes) return
  try {
    // What was cut off when its process died is written again. Zeros would take no room on a disk that compresses.
    await rm(path, { force: true })
    await using file = await createFile(path)
    await file.writeFile(await random(reserveBytes))
  } catch (error) {
    throw fileFailed(error, dirname(path))
  }
}

/** Gives up the reserve if the disk is nearly full: called by whatever opens the site, to serve it or to delete. */
export function giveUpReserve(databasePath: string): void {
  if (freeBytesAt(dirname(databasePath)) < scarceBytes) rmSync(reservePathOf(databasePath), { force: true })
}

/** The free bytes on the disk of a folder; infinite if there is no such folder. */
export function freeBytesAt(folder: string): number {
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
