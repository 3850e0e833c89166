import { join } from 'node:path'
import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'
import { createFilesystemBlobStore, openFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { createS3BlobStore } from '@pictoglyph/stores/s3'
import { parseS3Url } from '@pictoglyph/stores/s3/location'
import { ConfigurationError, type StoreCredentials } from './configuration.ts'
import { ownFolderOf, pathOf } from './url-path.ts'

/**
 * Opens the blob store that a URL of the run contract names.
 * @param options.namedBy the option that has the URL, if no variable has it
 * @param options.isNew makes the folder, for a site that is only now to be there
 * @throws {ConfigurationError} for an incomplete S3 URL
 * @throws {Failure} STORAGE_FAILED if a folder can't be made
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
  if (url.startsWith('file:')) {
    const directory = pathOf(url)
    const options = { directory, ownFolder: ownFolderOf(directory, dataDirectory) }
    return isNew ? createFilesystemBlobStore(options) : openFilesystemBlobStore(options)
  }
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigurationError(['An s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'])
  }
  return createS3BlobStore({
    ...locationOf(withRegion(url, credentials.region), namedBy),
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
    stagingDirectory: join(dataDirectory, 'staging'),
    ownFolder: dataDirectory,
  })
}

function locationOf(url: string, namedBy: string): ReturnType<typeof parseS3Url> {
  try {
    return parseS3Url(url)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ConfigurationError([`${namedBy}: ${error.message}`])
  }
}

/** The region in the URL counts before the one in the environment. */
function withRegion(url: string, region: string | undefined): string {
  if (region === undefined || /[?&]region=/.test(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}region=${encodeURIComponent(region)}`
}
