import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Configuration } from '../configuration.ts'
import { pathOf } from '../url-path.ts'
import { readManifest } from './manifest.ts'

/**
 * Refuses a backup inside another backup, which could then not be updated any more.
 * @throws {Failure} BAD_REQUEST
 */
export async function requireBackupPlace(directory: string): Promise<void> {
  const place = realPath(directory)
  for (let above = dirname(place); above !== dirname(above); above = dirname(above)) {
    if (!(await isBackup(above))) continue
    const reason = message(
      '{directory} is in another backup, {above}. Give a folder elsewhere, best on another disk.',
      { directory, above },
    )
    throw badRequest(reason)
  }
}

/** Whether a backup would be inside the site that it backs up, and be lost with it. */
export function isInSite(directory: string, { dataDirectory, blobsUrl }: Configuration): boolean {
  const own = [dataDirectory, ...(blobsUrl.startsWith('file:') ? [pathOf(blobsUrl)] : [])]
  return own.some((folder) => isWithin(realPath(folder), realPath(directory)))
}

/** Whether a folder has a manifest. One that is invalid, or unreadable for this user, does not count. */
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

/** The path without symbolic links, as far as it exists. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return path === dirname(path) ? path : join(realPath(dirname(path)), relative(dirname(path), path))
}
