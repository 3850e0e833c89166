import type { CopyFormatName } from '@pictoglyph/site/images/copy-formats'
import { copyFormatsOf, type ImageLinks, responsiveHtml } from '@pictoglyph/site/images/image-addresses'
import type { Image } from '@pictoglyph/site/language/records'
import { isoTime } from '@pictoglyph/site/language/time'

/** The `data` of an accepted upload. */
export interface UploadData {
  /** Distinguishes it from the verdict of a dry run. */
  kind: 'image'
  id: string
  url: string
  pageUrl: string
  formats: Record<CopyFormatName | 'htmlResponsive', string>
  /** Present and true only if the upload matched an existing image, and the key is not a guest's. */
  deduped?: true
  type: string
  sizeBytes: number
  width: number
  height: number
  frames: number
  /** Metadata stripped before the file was stored; absent if there was none. */
  removed?: Image['removed']
  /** When the image expires: RFC 3339, in UTC. Absent if it never does. */
  expiresAt?: string
  /** A few pixels of the image as a data URL, displayed while it loads. Absent until its thumbnail was made. */
  placeholder?: string
}

/** Describes an uploaded image. */
export function uploadData(
  links: ImageLinks,
  image: Image,
  { deduped, placeholder }: { deduped: boolean; placeholder: string | undefined },
): UploadData {
  const { type, sizeBytes, width, height, frames } = image.file
  return {
    kind: 'image',
    id: image.id,
    url: links.direct(image),
    pageUrl: links.page(image),
    formats: {
      ...copyFormatsOf(links, image),
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
