import { type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { refusalOf } from '@pictoglyph/site/platform/refused-path'
import { storageFailureOf } from '@pictoglyph/site/platform/storage-failure'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { type Configuration, ConfigurationError } from './configuration.ts'
import { ownFolderOf, pathOf } from './url-path.ts'

/** A configured place, and the site's folder that contains it. */
interface Place {
  path: string
  folder: string
  wanted: 'file' | 'folder'
  /** Named in errors only if it was set. */
  variable: string | undefined
}

/**
 * Requires that configured files are not folders, and folders not files. Missing ones are created later.
 * @throws {ConfigurationError}
 * @throws {Failure} STORAGE_FAILED if this user may not look at one
 */
export function requirePlaces({ dataDirectory, databaseUrl, blobsUrl }: Configuration): void {
  const requireAt = (
    wanted: Place['wanted'],
    { variable, path, usual }: { variable: string; path: string; usual: string },
  ): void =>
    requirePlace({
      path,
      folder: ownFolderOf(wanted === 'file' ? dirname(path) : path, dataDirectory),
      wanted,
      variable: path === usual ? undefined : variable,
    })
  requireAt('folder', { variable: 'PICTOGLYPH_DATA_DIR', path: dataDirectory, usual: resolve('data') })
  if (databaseUrl.startsWith('sqlite:')) {
    const usual = `${dataDirectory}/pictoglyph.db`
    requireAt('file', { variable: 'PICTOGLYPH_DATABASE_URL', path: pathOf(databaseUrl), usual })
  }
  if (blobsUrl.startsWith('file:')) {
    const usual = `${dataDirectory}/blobs`
    requireAt('folder', { variable: 'PICTOGLYPH_BLOBS_URL', path: pathOf(blobsUrl), usual })
  }
}

function requirePlace(place: Place): void {
  const found = statOf(place)
  if (found === undefined || found.isDirectory() === (place.wanted === 'folder')) return
  const kind = found.isDirectory() ? 'a folder' : 'no folder'
  throw problemOf(place, `is ${kind}, and must be a ${place.wanted}`)
}

function statOf(place: Place): Stats | undefined {
  try {
    return statSync(place.path)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    const refusal = refusalOf(error, place.folder)
    if (refusal !== undefined) throw storageFailureOf(refusal)
    throw problemOf(place, `can't be used: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function problemOf({ variable, path }: Place, problem: string): ConfigurationError {
  return new ConfigurationError([`${variable === undefined ? '' : `${variable}: `}${path} ${problem}`])
}
