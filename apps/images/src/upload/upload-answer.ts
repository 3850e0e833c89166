import {
  type CopyFormatName,
  copyFormats,
  type Image,
  type ImageLinks,
  isoTime,
  responsiveHtml,
  type UploadOutcome,
} from '@pictoglyph/core'
import { lskyBody } from './lsky-answer.ts'

/** The `data` of an accepted upload. */
export interface UploadData {
  id: string
  url: string
  pageUrl: string
  formats: Record<CopyFormatName | 'htmlResponsive', string>
  /** Present and true only when the upload matched an existing image. */
  deduped?: true
  type: string
  sizeBytes: number
  width: number
  height: number
  frames: number
  /** What was taken out of the file before it was stored; absent when nothing was. */
  removed?: Image['removed']
  /** When the image ends: RFC 3339, in UTC. Absent where it stays. */
  expiresAt?: string
  /** A few pixels of the image as a data URL, to be shown while it loads. Absent until its thumbnail was made. */
  placeholder?: string
}

/** The body of a successful upload; of another form where the key is for a Lsky client. */
export function uploadBody(
  links: ImageLinks,
  { image, deduped, uploader }: UploadOutcome,
  placeholder: string | undefined,
): object {
  const data = uploadData(links, image, { deduped, placeholder })
  return uploader.key?.clientKind === 'lsky' ? lskyBody(data, image) : { ok: true, data }
}

function uploadData(
  links: ImageLinks,
  image: Image,
  { deduped, placeholder }: { deduped: boolean; placeholder: string | undefined },
): UploadData {
  const url = links.direct(image)
  const pageUrl = links.page(image)
  const { type, sizeBytes, width, height, frames } = image.file
  return {
    id: image.id,
    url,
    pageUrl,
    formats: {
      ...copyFormats({
        url,
        pageUrl,
        thumbnailUrl: links.rendition(image, 'thumbnail'),
        title: image.title,
      }),
      htmlResponsive: responsiveHtml(links, image),
    },
    ...(deduped ? { deduped: true } : {}),
    type,
    sizeBytes,
    width,
    height,
    frames,
    ...(image.removed.length > 0 ? { removed: image.removed } : {}),
    ...(image.expiresAtMs !== null && { expiresAt: isoTime(image.expiresAtMs) }),
    ...(placeholder !== undefined && { placeholder: `data:image/webp;base64,${placeholder}` }),
  }
}
