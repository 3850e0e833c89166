import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobListing } from '@pictoglyph/core'
import { storageFailed } from '../storage-failure.ts'
import { systemErrorCode } from '../system-error-code.ts'

const statsAtOnce = 64

/** Every blob below `directory` in the order of its address; only one subdirectory is in memory at a time. */
export async function* listAddressedFiles(directory: string): AsyncGenerator<BlobListing> {
  try {
    for (const prefix of await namesMatching(directory, /^[0-9a-f]{2}$/)) {
      const names = await namesMatching(join(directory, prefix), /^[0-9a-f]{62}$/)
      for (let first = 0; first < names.length; first += statsAtOnce) {
        const batch = names.slice(first, first + statsAtOnce)
        const listings = await Promise.all(batch.map((name) => listingOf(directory, prefix, name)))
        for (const listing of listings) if (listing) yield listing
      }
    }
  } catch (error) {
    throw storageFailed(error)
  }
}

async function namesMatching(directory: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(directory)
  return names.filter((name) => pattern.test(name)).sort()
}

/** Undefined for a file that was removed since its directory was read. */
async function listingOf(directory: string, prefix: string, name: string): Promise<BlobListing | undefined> {
  try {
    const found = await stat(join(directory, prefix, name))
    return { address: prefix + name, sizeBytes: found.size, modifiedAtMs: found.mtimeMs }
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
