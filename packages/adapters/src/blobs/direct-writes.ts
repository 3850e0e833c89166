import fs from 'node:fs'
import { systemErrorCode } from '../system-error-code.ts'
import { alignmentBytes } from './block-pool.ts'
import { close, writePieces } from './descriptors.ts'
import type { HeldBytes } from './held-bytes.ts'

/** Writes that reach the disk from where the bytes are, without a copy of them in the system's page cache. */
export interface DirectWrites {
  /**
   * Writes held bytes to the beginning of a file that is there, beside the event loop, and says how many: all whole
   * blocks, or none where they are few, or the system or the file system takes no direct writes. The rest is to be
   * written in the ordinary way. It is all on the disk once the file has been synced.
   * @param held left as it is until this has settled
   * @throws the system's error
   */
  write(path: string, held: HeldBytes): Promise<number>
}

/** For fewer a second descriptor and a call beside the event loop are not worth it. */
const minDirectBytes = 64 * 1024
/** What is answered where there are no direct writes, or only of other sizes. */
const refusals = new Set(['EINVAL', 'EOPNOTSUPP', 'ENOTSUP'])
const { O_WRONLY, O_DIRECT } = fs.constants

/** Direct writes to one file system. It is not asked again once it has refused one. */
export function createDirectWrites(): DirectWrites {
  // A flag of Linux; there is none of the name elsewhere.
  let isPossible = O_DIRECT !== undefined

  async function writeWholeBlocks(path: string, pieces: readonly Uint8Array[]): Promise<number> {
    const descriptor = fs.openSync(path, O_WRONLY | O_DIRECT)
    try {
      return await writePieces(descriptor, pieces)
    } finally {
      close(descriptor)
    }
  }

  return {
    async write(path, held) {
      const directBytes = held.sizeBytes - (held.sizeBytes % alignmentBytes)
      if (!isPossible || directBytes < minDirectBytes) return 0
      try {
        return await writeWholeBlocks(path, held.pieces(0, directBytes))
      } catch (error) {
        if (!refusals.has(systemErrorCode(error) ?? '')) throw error
        isPossible = false
        return 0
      }
    },
  }
}
