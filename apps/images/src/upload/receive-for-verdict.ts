import type { BlobStore, SitePorts, StagedFile } from '@pictoglyph/core'

/**
 * A site that takes in a file of any size, so that one over the limit can be judged too. Up to the limit its bytes
 * are staged as those of a real upload; beyond it nothing is read back of them, and they are only counted.
 */
export function receivingForVerdict<Site extends Pick<SitePorts, 'blobs'>>(
  site: Site,
  limitBytes: number,
): Site {
  return { ...site, blobs: { ...site.blobs, stage: () => stageAtMost(site.blobs, limitBytes) } }
}

/** A site where what is written is only counted. */
export function countingOnly<Site extends Pick<SitePorts, 'blobs'>>(site: Site): Site {
  return { ...site, blobs: { ...site.blobs, stage: async () => countedFile(nothing, async () => {}) } }
}

async function stageAtMost(blobs: Pick<BlobStore, 'stage'>, limitBytes: number): Promise<StagedFile> {
  const staged = await blobs.stage()
  return countedFile(staged, async (bytes, sizeBytes) => {
    if (sizeBytes <= limitBytes) await staged.write(bytes)
  })
}

type Kept = Omit<StagedFile, 'sizeBytes' | 'write'>

const nothing: Kept = {
  read: () => new Uint8Array(),
  async [Symbol.asyncDispose]() {},
}

/** A file that has the size of all that was written to it, whatever of that is kept. */
function countedFile(kept: Kept, keep: (bytes: Uint8Array, sizeBytes: number) => Promise<void>): StagedFile {
  let sizeBytes = 0
  return {
    get sizeBytes() {
      return sizeBytes
    },
    write(bytes) {
      sizeBytes += bytes.length
      return keep(bytes, sizeBytes)
    },
    read: (offset, length) => kept.read(offset, length),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}
