import {
  type CopyFormatName,
  copyFormats,
  type Image,
  type ImageLinks,
  type UploadOutcome,
} from '@pictoglyph/core'
import { lskyBody } from './lsky-answer.ts'

/** The `data` of an accepted upload. */
export interface UploadData {
  id: string
  url: string
  pageUrl: string
  formats: Record<CopyFormatName, string>
  /** Present and true only when the upload matched an existing image, and the key is not quiet. */
  deduped?: true
  type: string
  sizeBytes: number
  width: number
  height: number
  frames: number
  /** What was taken out of the file before it was stored; absent when nothing was. */
  removed?: Image['removed']
}

/** The body of a successful upload; of another form where the key is for a Lsky client. */
export function uploadBody(links: ImageLinks, { image, deduped, uploader }: UploadOutcome): object {
  const data = uploadData(links, image, deduped && !uploader.key?.isQuiet)
  return uploader.key?.clientKind === 'lsky' ? lskyBody(data, image) : { ok: true, data }
}

function uploadData(links: ImageLinks, image: Image, deduped: boolean): UploadData {
  const url = links.direct(image)
  const pageUrl = links.page(image)
  const { type, sizeBytes, width, height, frames } = image.file
  return {
    id: image.id,
    url,
    pageUrl,
    formats: copyFormats({
      url,
      pageUrl,
      thumbnailUrl: links.rendition(image, 'thumbnail'),
      title: image.title,
    }),
    ...(deduped ? { deduped: true } : {}),
    type,
    sizeBytes,
    width,
    height,
    frames,
    ...(image.removed.length > 0 ? { removed: image.removed } : {}),
  }
}
