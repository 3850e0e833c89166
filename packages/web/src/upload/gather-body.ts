import { releaseChunk } from './timed-body.ts'

const blockBytes = 64 * 1024

/**
 * The bytes of a body in one piece. While they arrive, they take their own size and at most one block of 64 KiB more,
 * even if the chunks are small; no chunk is kept.
 *
 * @param onBytes called with the number of bytes so far, before they are kept; if it throws, the body ends
 * @throws what the body throws
 */
export async function gatherBody(
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (total: number) => void,
): Promise<Buffer> {
  const blocks: Uint8Array[] = []
  let total = 0

  function keep(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const at = total % blockBytes
      if (at === 0) blocks.push(new Uint8Array(blockBytes))
      const part = chunk.subarray(from, from + blockBytes - at)
      blocks.at(-1)?.set(part, at)
      from += part.length
      total += part.length
    }
  }

  try {
    for await (const chunk of chunks) {
      onBytes(total + chunk.length)
      keep(chunk)
    }
    return Buffer.concat(blocks, total)
  } finally {
    blocks.forEach(releaseChunk)
  }
}
