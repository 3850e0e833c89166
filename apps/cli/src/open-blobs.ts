import { join } from 'node:path'
import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { createS3BlobStore } from '@pictoglyph/stores/s3'
import { readBlobsAddress, type StoreCredentials } from './blobs-address.ts'
import { ConfigurationError } from './configuration.ts'

/**
 * Opens the blob store that a URL of the run contract names.
 * @param namedBy the option that has the URL, if no variable has it
 * @throws {ConfigurationError} for an incomplete S3 URL
 */
export async function openBlobs(
  url: string,
  {
    credentials,
    dataDirectory,
    namedBy = 'PICTOGLYPH_BLOBS_URL',
  }: { credentials: StoreCredentials; dataDirectory: string; namedBy?: string },
): Promise<BlobStore> {
  const read = readBlobsAddress(url, credentials)
  if ('problems' in read)
    throw new ConfigurationError(read.problems.map((problem) => `${namedBy}: ${problem}`))
  if ('directory' in read.place) return createFilesystemBlobStore(read.place)
  return createS3BlobStore({ ...read.place, stagingDirectory: join(dataDirectory, 'staging') })
}
