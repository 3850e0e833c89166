import { type Stats, statSync } from 'node:fs'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { type Configuration, ConfigurationError } from './configuration.ts'
import { pathOf } from './url-path.ts'

/**
 * Makes sure that the configured files are not folders, and folders not files. Missing ones are made later.
 * @throws {ConfigurationError}
 */
export function requirePlaces({ dataDirectory, databaseUrl, blobsUrl }: Configuration): void {
  requirePlace('PICTOGLYPH_DATA_DIR', dataDirectory, 'folder')
  if (databaseUrl.startsWith('sqlite:')) requirePlace('PICTOGLYPH_DATABASE_URL', pathOf(databaseUrl), 'file')
  if (blobsUrl.startsWith('file:')) requirePlace('PICTOGLYPH_BLOBS_URL', pathOf(blobsUrl), 'folder')
}

function requirePlace(variable: string, path: string, wanted: 'file' | 'folder'): void {
  const found = statOf(variable, path)
  if (found === undefined || found.isDirectory() === (wanted === 'folder')) return
  const kind = found.isDirectory() ? 'a folder' : 'no folder'
  throw new ConfigurationError([`${variable}: ${path} is ${kind}, and must be a ${wanted}`])
}

function statOf(variable: string, path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError([`${variable}: ${path} can't be used: ${reason}`])
  }
}
