import { join } from 'node:path'
import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'
import { createFilesystemBlobStore, openFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { readBlobsAddress, type StoreCredentials } from './blobs-address.ts'
import { ConfigurationError } from './configuration.ts'
import { ownFolderOf } from './url-path.ts'

/**
 * Opens the blob store at a URL of the run contract.
 * @param options.namedBy the option that has the URL, if no variable has it
 * @param options.isNew creates the folder, for a new site
 * @throws {ConfigurationError} for an incomplete S3 URL
 * @throws {Failure} STORAGE_FAILED if a folder can't be created
 */
export async function openBlobs(
  url: string,
  {
    credentials,
    dataDirectory,
    namedBy = 'PICTOGLYPH_BLOBS_URL',
    isNew = false,
  }: { credentials: StoreCredentials; dataDirectory: string; namedBy?: string; isNew?: boolean },
): Promise<BlobStore> {
  const read = readBlobsAddress(url, credentials)
  if ('problems' in read)
    throw new ConfigurationError(read.problems.map((problem) => `${namedBy}: ${problem}`))
  if ('directory' in read.place) {
    const { directory } = read.place
    const options = { directory, ownFolder: ownFolderOf(directory, dataDirectory) }
    return isNew ? createFilesystemBlobStore(options) : openFilesystemBlobStore(options)
  }
  const { createS3BlobStore } = await import('@pictoglyph/stores/s3')
  return createS3BlobStore({
    ...read.place,
    stagingDirectory: join(dataDirectory, 'staging'),
    ownFolder: dataDirectory,
  })
}
