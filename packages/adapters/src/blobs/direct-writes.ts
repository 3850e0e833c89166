import fs from 'node:fs'
import { promisify } from 'node:util'
import { systemErrorCode } from '../system-error-code.ts'
import { close } from './descriptors.ts'

/** Bytes that are written directly begin at a multiple of it, in memory as in the file. */
export const blockBytes = 4096

/**
 * Writes bytes to the beginning of a file that was just made, on the thread pool, without a copy of them in the
 * system's page cache, and says how many: some whole blocks, or none where they are few, or the system takes no direct
 * writes. The rest is to be written in the ordinary way. They are on the disk once the file has been synced.
 * @param bytes begin at a multiple of {@link blockBytes}, and are unchanged until this has settled
 * @throws the system's error
 */
export type WriteDirectly = (path: string, bytes: Uint8Array) => Promise<number>

/** For fewer a second descriptor and one more call on the thread pool are not worth it. */
const minDirectBytes = 64 * 1024
/** What is answered where there are no direct writes, or only of other sizes. */
const refusals = new Set(['EINVAL', 'EOPNOTSUPP', 'ENOTSUP'])
const { O_WRONLY, O_DIRECT } = fs.constants
const write = promisify(fs.write)

/** Creates what writes directly to one file system, which is not asked again once it has refused. */
export function createDirectWrites(): WriteDirectly {
  // A flag of Linux; there is none of the name elsewhere.
  let isPossible = O_DIRECT !== undefined

  async function writeBlocks(path: string, blocks: Uint8Array): Promise<number> {
    const descriptor = fs.openSync(path, O_WRONLY | O_DIRECT)
    try {
      return (await write(descriptor, blocks, 0, blocks.length, 0)).bytesWritten
    } finally {
      close(descriptor)
    }
  }

  return async (path, bytes) => {
    if (!isPossible || bytes.length < minDirectBytes) return 0
    try {
      return await writeBlocks(path, bytes.subarray(0, bytes.length - (bytes.length % blockBytes)))
    } catch (error) {
      if (!refusals.has(systemErrorCode(error) ?? '')) throw error
      isPossible = false
      return 0
    }
  }
}
