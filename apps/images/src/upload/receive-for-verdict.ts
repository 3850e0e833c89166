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
  return { ...site, blobs: { ...site.blobs, stage: async () => createCountedFile() } }
}

async function stageAtMost(blobs: Pick<BlobStore, 'stage'>, limitBytes: number): Promise<StagedFile> {
  const staged = await blobs.stage()
  let sizeBytes = 0
  return {
    get sizeBytes() {
      return sizeBytes
    },
    async write(bytes) {
      sizeBytes += bytes.length
      if (sizeBytes <= limitBytes) await staged.write(bytes)
    },
    read: (offset, length) => staged.read(offset, length),
    readNow: (offset, length) => staged.readNow(offset, length),
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
  }
}

function createCountedFile(): StagedFile {
  let sizeBytes = 0
  return {
    get sizeBytes() {
      return sizeBytes
    },
    async write(bytes) {
      sizeBytes += bytes.length
    },
    read: async () => new Uint8Array(),
    readNow: () => new Uint8Array(),
    async [Symbol.asyncDispose]() {},
  }
}
