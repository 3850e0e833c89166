import {
  type CopyFormatName,
  copyFormats,
  type Image,
  type ImageLinks,
  type KeyHolder,
  type RecordedImage,
} from '@pictoglyph/core'

/** The `data` of an accepted upload. */
export interface UploadData {
  id: string
  url: string
  pageUrl: string
  formats: Record<CopyFormatName, string>
  /** Present and true only when the upload matched an existing image. */
  deduped?: true
  type: string
  sizeBytes: number
  width: number
  height: number
  frames: number
  /** What was taken out of the file before it was stored; absent when nothing was. */
  removed?: Image['removed']
}

/** The body of a successful upload, with the extra fields that a Lsky client reads where the key is for one. */
export function answerBody(links: ImageLinks, { image, deduped }: RecordedImage, holder: KeyHolder): object {
  const data = uploadData(links, image, deduped)
  if (holder.key.clientKind !== 'lsky') return { ok: true, data }
  const { formats } = data
  const lskyLinks = {
    url: data.url,
    html: formats.html,
    bbcode: formats.bbcode,
    markdown: formats.markdown,
    markdown_with_link: formats.markdownLinked,
    thumbnail_url: formats.thumbnail,
  }
  return {
    ok: true,
    status: true,
    message: 'success',
    data: { ...data, key: image.id, name: image.title, origin_name: image.title, links: lskyLinks },
  }
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
