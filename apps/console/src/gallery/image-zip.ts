import { isoTime } from '@pictoglyph/core'
import type { SignedInContext } from '../context/console-context.ts'
import { attachment, fileName } from './download-image.ts'
import { selectedImages } from './selected-images.ts'
import { type ZipEntry, zipStream } from './zip.ts'

/** All selected images as one archive, which is written while it is sent. */
export async function answerZip(context: SignedInContext): Promise<Response> {
  const { blobs, clock } = context.services.site
  const images = await selectedImages(context)
  const taken = new Set<string>()
  const entries = images.map((image): ZipEntry => {
    const { address, sizeBytes } = image.file
    return {
      name: freeName(taken, fileName(image)),
      sizeBytes,
      changedAtMs: image.createdAtMs,
      open: async () => {
        const { body } = await blobs.open(address, { sizeBytes })
        return body instanceof Blob ? body.stream() : body
      },
    }
  })
  return new Response(zipStream(entries), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(`pictoglyph-${isoTime(clock()).slice(0, 10)}.zip`),
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Two images may have one title; on many systems capitals make no difference. */
function freeName(taken: Set<string>, wanted: string): string {
  const dot = wanted.lastIndexOf('.')
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) {
    name = `${wanted.slice(0, dot)} (${number})${wanted.slice(dot)}`
  }
  taken.add(name.toLowerCase())
  return name
}
