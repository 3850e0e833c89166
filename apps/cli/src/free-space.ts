import { existsSync, statfsSync } from 'node:fs'

/** The free bytes on the disk of a folder; infinite if there is no such folder. */
export function freeBytesAt(folder: string): number {
  if (!existsSync(folder)) return Number.POSITIVE_INFINITY
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
