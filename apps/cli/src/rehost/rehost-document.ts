import { realpath } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { ImagesClient } from '@pictoglyph/client'
import { badRequest, Failure, message } from '@pictoglyph/core'
import { inOrder } from '../upload/in-order.ts'
import { readLocalImage } from '../upload/local-image.ts'
import { problemOf } from '../upload/upload-result.ts'
import { fetchImage, usualBounds } from './fetch-image.ts'
import { imagesOfHtml } from './html-images.ts'
import { type DocumentImages, type ImageAddress, withAddresses } from './image-address.ts'
import { type ImageSource, sourceOf } from './image-source.ts'
import type { LinkMap } from './link-map.ts'
import { imagesOfMarkdown } from './markdown-images.ts'
import { readTextFile, replaceTextFile } from './text-file.ts'

/** The task for the images of documents. */
export interface RehostJob {
  /** Base address of the image service. */
  imagesUrl: string
  /** Where addresses that begin with a slash begin; with the document's own the only folder that is read. */
  siteFolder: string
  /** Hosts whose images move too, such as `example.org` or `example.org:8080`. */
  from: ReadonlySet<string>
  allowPrivate: boolean
  /** `look` reads no image, `try` sends none and writes nothing. */
  mode: 'move' | 'try' | 'look'
  client: ImagesClient
  categoryId: string | undefined
  map: LinkMap
  /** Links by what they were made of, over all documents of the run. */
  links: Map<string, Promise<MovedImage>>
}

/** The link of an image, or why there is none. */
export type MovedImage = { to: string | undefined } | { reason: string }

/** The result for one address. */
export interface AddressResult {
  /** From 1. */
  line: number
  from: string
  /** Its new address. */
  to?: string
  /** Why it was to move and did not. */
  reason?: string
  /** It was not asked to move. */
  isForeign?: true
}

/** The result for one document. */
export interface DocumentResult {
  file: string
  /** Those that are neither in the service nor in the document itself. */
  images: AddressResult[]
}

const readers: Readonly<Record<string, (text: string) => DocumentImages>> = {
  '.md': imagesOfMarkdown,
  '.markdown': imagesOfMarkdown,
  '.html': imagesOfHtml,
  '.htm': imagesOfHtml,
}

type Found = ImageAddress & { source: Extract<ImageSource, { kind: 'local' | 'remote' | 'unclear' }> }

/**
 * Uploads the images of a document and replaces their addresses by links. All images are durable, and in the mapping
 * file, before the document is replaced, so the next run completes an interrupted one.
 * @throws {Failure} BAD_REQUEST for a file that is not such a document, CONFLICT if it was changed meanwhile
 */
export async function rehostDocument(job: RehostJob, name: string): Promise<DocumentResult> {
  const read = readers[extname(name).toLowerCase()]
  if (read === undefined) {
    throw badRequest(message('{name} is neither Markdown (.md) nor HTML (.html).', { name }))
  }
  const file = await readTextFile(name)
  const { images, base } = read(file.text)
  const context = { documentPath: file.path, base, imagesUrl: job.imagesUrl, siteFolder: job.siteFolder }
  const found = images.flatMap((image): Found[] => {
    const source = sourceOf(image.address, context)
    const stays = source.kind === 'hosted' || source.kind === 'inline' || job.map.has(image.address)
    return stays ? [] : [{ ...image, source }]
  })
  const folders = [...new Set([job.siteFolder, await realpath(dirname(file.path))])]
  const moved = await Array.fromAsync(inOrder(found, 4, (one) => moveOnce(job, folders, one.source)))
  const results = found.map((one, at) => ({ one, now: moved[at] ?? { to: undefined } }))

  const changes = results.flatMap(({ one, now }) =>
    'to' in now && now.to !== undefined
      ? [{ ...one, link: now.to, file: name, from: one.address, to: now.to }]
      : [],
  )
  if (job.mode === 'move' && changes.length > 0) {
    await job.map.add(changes)
    await replaceTextFile(file, withAddresses(file.text, changes))
  }
  const lines = linesOf(
    file.text,
    found.map(({ start }) => start),
  )
  return { file: name, images: results.map(({ one, now }, at) => resultOf(job, lines[at] ?? 1, one, now)) }
}

/** The lines, from 1, of places in a text that are in its order. */
function linesOf(text: string, places: readonly number[]): number[] {
  let line = 1
  let done = 0
  return places.map((place) => {
    line += text.slice(done, place).match(/\r\n|\r|\n/g)?.length ?? 0
    done = place
    return line
  })
}

function resultOf(job: RehostJob, line: number, { address, source }: Found, now: MovedImage): AddressResult {
  const isForeign = source.kind === 'remote' && !isWanted(job, source.host)
  return {
    line,
    from: address,
    ...('to' in now && now.to !== undefined && { to: now.to }),
    ...('reason' in now && { reason: now.reason }),
    ...(isForeign && { isForeign }),
  }
}

const isWanted = ({ from }: RehostJob, host: string): boolean =>
  from.has(host) || from.has(host.replace(/:\d+$/, ''))

/** The same image in several places, or in several documents, is read and sent once. */
function moveOnce(job: RehostJob, folders: readonly string[], source: Found['source']): Promise<MovedImage> {
  if (source.kind === 'unclear') return Promise.resolve({ reason: source.reason })
  if (job.mode === 'look' || (source.kind === 'remote' && !isWanted(job, source.host))) {
    return Promise.resolve({ to: undefined })
  }
  const key = source.kind === 'remote' ? source.url : JSON.stringify([folders, source.paths])
  const known = job.links.get(key)
  if (known !== undefined) return known
  const moving = move(job, folders, source)
  job.links.set(key, moving)
  return moving
}

async function move(
  { client, categoryId, mode, allowPrivate }: RehostJob,
  folders: readonly string[],
  source: Extract<ImageSource, { kind: 'local' | 'remote' }>,
): Promise<MovedImage> {
  try {
    const { content, fileName } =
      source.kind === 'remote'
        ? { content: await fetchImage(source.url, usualBounds(allowPrivate)), fileName: 'image' }
        : await readFirst(folders, source.paths)
    if (mode === 'try') return { to: undefined }
    return { to: (await client.upload(content, { categoryId, fileName })).url }
  } catch (error) {
    return { reason: error instanceof Failure ? error.message : reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = problemOf(error)
  return `${message} (${code})`
}

/** @throws {Failure} BAD_REQUEST */
async function readFirst(folders: readonly string[], paths: readonly string[]) {
  const failures: Failure[] = []
  for (const path of paths) {
    try {
      const { content } = await readLocalImage(folders, path)
      return { content, fileName: basename(path) }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
    }
  }
  throw failures[0]
}
