import {
  needsRendition,
  type RenditionEnding,
  type RenditionFormat,
  type RenditionSize,
  renditionEndings,
  renditionSizeNames,
} from '@pictoglyph/site/images/rendition-sizes'
import { Failure, notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image, StoredFile } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { leadTo } from '@pictoglyph/web/redirect'
import type { Handler } from '@pictoglyph/web/service'
import type { ImagesServiceOptions } from '../options.ts'
import { findLiveImage } from './direct-link.ts'
import type { LinkCache } from './link-cache.ts'
import { cacheControl, fileHeaders, type ServedFile, servedFile, serveFile } from './serve-file.ts'

/** How long browsers may use the original in place of a rendition that can't be made now. */
const makeshiftSeconds = 60

/** A rendition and its image. */
interface ServedRendition extends ServedFile {
  image: Image
}

/**
 * Creates the handler of `GET /i/{id}/{size}`: a smaller still of the image, made now if needed; with an ending, only
 * in that format. Without a rendition, it redirects to the image itself, because a slow picture is better than none.
 */
export function createRenditionHandler({
  site,
  links,
  renditions,
}: Pick<ImagesServiceOptions, 'site' | 'renditions'> & { links: LinkCache }): Handler {
  return async (context) => {
    const { size, format } = readName(context.param('size'))
    const id = context.param('name')
    const accepted = format === undefined ? acceptedFormats(context.header('accept')) : []
    const path = `${id}/${size}/${format ?? accepted.join()}`
    const found = await links.find(path, async (): Promise<ServedRendition | undefined> => {
      const image = await findLiveImage(site, id)
      const rendition = await (format === undefined
        ? renditions?.find(image, size, accepted)
        : renditions?.findIn(image, size, format))
      return rendition && { ...served(image, size, rendition, format === undefined), image }
    })
    if (found === undefined) return leadToOriginal(site, await findLiveImage(site, id), size)
    try {
      return await serveFile(site, context, found, () => links.open(path, found))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'BLOB_MISSING') throw error
      await renditions?.remove(found.file)
      return leadToOriginal(site, found.image, size)
    }
  }
}

/** Finds a size by name. @throws {Failure} NOT_FOUND */
export function readSize(name: string): RenditionSize {
  const size = renditionSizeNames.find((known) => known === name)
  if (size === undefined) throw notFound(message('This address'))
  return size
}

/** Parses a size, and a format if there is an ending. @throws {Failure} NOT_FOUND */
function readName(name: string): { size: RenditionSize; format: RenditionFormat | undefined } {
  const dot = name.indexOf('.')
  if (dot < 0) return { size: readSize(name), format: undefined }
  const ending = name.slice(dot + 1)
  if (!Object.hasOwn(renditionEndings, ending)) throw notFound(message('This address'))
  return { size: readSize(name.slice(0, dot)), format: renditionEndings[ending as RenditionEnding] }
}

/** Dates a rendition like its image: its real age could reveal that someone else has the same image. */
function served(
  { id, createdAtMs, expiresAtMs }: Image,
  size: RenditionSize,
  rendition: StoredFile,
  isNegotiated: boolean,
): ServedFile {
  return servedFile(rendition, {
    createdAtMs,
    expiresAtMs,
    name: `${id}-${size}`,
    ...(isNegotiated && { headers: { Vary: 'Accept' } }),
  })
}

/** Accepts AVIF only by name, because programs send `image/*` without supporting it. */
function acceptedFormats(accept: string | null) {
  const formats: RenditionFormat[] = ['webp']
  const range = accept?.split(',').find((part) => /^\s*image\/avif\s*(;|$)/i.test(part))
  if (range !== undefined && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range)) formats.push('avif')
  return formats
}

function leadToOriginal(
  { links, clock }: Pick<SitePorts, 'links' | 'clock'>,
  image: Image,
  size: RenditionSize,
): Response {
  const seconds = needsRendition(image.file, size) ? makeshiftSeconds : 300
  return leadTo(links.direct(image), {
    'Cache-Control': cacheControl(seconds, image, clock()),
    Vary: 'Accept',
    ...fileHeaders,
  })
}
