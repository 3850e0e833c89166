import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Failure } from '@pictoglyph/core'
import { readManifest } from './backup/manifest.ts'
import type { Configuration } from './configuration.ts'
import { pathOf } from './url-path.ts'

/**
 * Makes sure that a backup is not put into what it is a backup of, where it would be lost with it, nor into another
 * backup, which could not be brought up to date any more.
 * @throws {Failure} BAD_REQUEST
 */
export async function requireBackupPlace(
  directory: string,
  { dataDirectory, blobsUrl }: Configuration,
): Promise<void> {
  const place = realPath(directory)
  const own = [dataDirectory, ...(blobsUrl.startsWith('file:') ? [pathOf(blobsUrl)] : [])]
  for (const folder of own) {
    if (isWithin(realPath(folder), place)) throw refusal(`${directory} is in the site's own folder ${folder}`)
  }
  for (let above = dirname(place); above !== dirname(above); above = dirname(above)) {
    if (await isBackup(above)) throw refusal(`${directory} is in another backup, ${above}`)
  }
}

function refusal(what: string): Failure {
  return new Failure({
    code: 'BAD_REQUEST',
    reason: `${what}. Give a folder elsewhere, best on another disk.`,
  })
}

/** A file of the manifest's name that is none, or that this user may not read, makes no backup. */
function isBackup(folder: string): Promise<boolean> {
  return readManifest(folder).then(
    (manifest) => manifest !== undefined,
    () => false,
  )
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith('../')
}

/** Without links, as far as the path exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return path === dirname(path) ? path : join(realPath(dirname(path)), relative(dirname(path), path))
}
