import { createFreeNames, downloadName } from '@pictoglyph/site/images/file-names'
import { createManifestWriter, manifestName } from '@pictoglyph/site/images/manifest'
import { isoTime } from '@pictoglyph/site/language/time'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { SignedInContext } from '../context/console-context.ts'
import { attachment } from './download-image.ts'
import { inTurns, type SelectedImage, selectedImages } from './selected-images.ts'
import { type ZipEntry, zipStream } from './zip.ts'

/** All selected images as one archive, streamed, with a manifest at its end. */
export async function answerZip(context: SignedInContext): Promise<Response> {
  const images = await selectedImages(context)
  const today = isoTime(context.services.site.clock()).slice(0, 10)
  return new Response(zipStream(zipEntries(context.services.site, images)), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(`pictoglyph-${today}.zip`),
      'Cache-Control': 'private, no-store',
    },
  })
}

/** The files of an archive. Each image is looked up in turn; one deleted meanwhile is left out. */
export async function* zipEntries(
  site: Pick<SitePorts, 'database' | 'blobs' | 'links' | 'clock'>,
  images: readonly Pick<SelectedImage, 'id'>[],
): AsyncGenerator<ZipEntry> {
  const freeName = createFreeNames([manifestName])
  const manifest = await createManifestWriter(site)
  const lines: string[] = []
  for await (const { id } of inTurns(images)) {
    const image = await site.database.images.byId(id)
    if (image === undefined) continue
    const name = freeName(downloadName(image))
    const { address, sizeBytes } = image.file
    const open = async () => {
      const { body } = await site.blobs.open(address, { sizeBytes })
      return body instanceof Blob ? body.stream() : body
    }
    yield { name, sizeBytes, changedAtMs: image.createdAtMs, open }
    lines.push(manifest.line(image, { file: name, albums: await manifest.albumsOf(image) }))
  }
  const text = new Blob(lines, { type: 'application/jsonl' })
  const written = { name: manifestName, sizeBytes: text.size, changedAtMs: site.clock() }
  yield { ...written, open: async () => text.stream() }
}
