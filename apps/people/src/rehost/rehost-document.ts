import { realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { ImagesClient } from '@pictoglyph/client'
import {
  createLineCounter,
  type DocumentReader,
  documentReaderOf,
} from '@pictoglyph/documents/document-reader'
import {
  type ImageAddress,
  isFilledIn,
  type LeftAddress,
  looksLikePicture,
} from '@pictoglyph/documents/image-address'
import { linkOf, withLinks } from '@pictoglyph/documents/moved-addresses'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { inOrder } from '../upload/in-order.ts'
import { readLocalImage } from '../upload/local-image.ts'
import { inWordsOfCommand, problemOf } from '../upload/upload-result.ts'
import type { ForeignImages } from './foreign-images.ts'
import {
  type ImageSource,
  type PictureIndex,
  type SourceContext,
  sourceOf,
  sourceOfAddress,
} from './image-source.ts'
import type { LinkMap } from './link-map.ts'
import { readTextFile, replaceTextFile, type TextFile } from './text-file.ts'

/** The settings of a run. */
export interface RehostJob {
  /** Base address of the image service. */
  imagesUrl: string
  /** The folder in which the command runs. */
  siteFolder: string
  /** Folders of static files; only these, the site's and the document's own are read. */
  staticFolders: readonly string[]
  /** Hosts whose images move too, such as `example.org` or `example.org:8080`. */
  from: ReadonlySet<string>
  /** Front matter keys that hold pictures, in lower case. */
  frontMatter: ReadonlySet<string>
  /** `look` reads no image, `try` uploads none and writes nothing. */
  mode: 'move' | 'try' | 'look'
  /** Without a client the service is not contacted. */
  client: ImagesClient | undefined
  categoryId: string | undefined
  map: LinkMap
  pictures: PictureIndex
  foreign: ForeignImages
  /** Links by image, over all documents of the run. */
  links: Map<string, Promise<MovedImage>>
}

/** The link of an image, or the reason why there is none. */
export type MovedImage = { to: string | undefined } | { reason: string }

/** The result for one address. */
export interface AddressResult {
  /** Counted from 1. */
  line: number
  from: string
  /** Its new address. */
  to?: string
  /** Why it failed to move. */
  reason?: string
  /** Its host is not among those to move. */
  isForeign?: true
  /** It looks like a picture's address, in an unknown form. */
  isLeft?: true
}

/** The result for one document. */
export interface DocumentResult {
  file: string
  /** Images that are neither in the service nor in the document itself. */
  images: AddressResult[]
}

/**
 * The reader for a document; it throws if the document is nested too deeply for its parsers.
 * @throws {Failure} BAD_REQUEST for a file of another kind
 */
function requireReader(name: string): DocumentReader {
  const read = documentReaderOf(name)
  if (read === undefined) {
    throw badRequest(message('{name} is neither Markdown (.md, .mdx) nor HTML (.html).', { name }))
  }
  return (text, keys) => {
    try {
      return read(text, keys)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw badRequest(message('{name} is nested too deeply.', { name }))
    }
  }
}

type Found = ImageAddress & { source: Extract<ImageSource, { kind: 'local' | 'remote' | 'unclear' }> }

/**
 * Uploads the images of a document and replaces their addresses by links. All images are durable, and in the mapping
 * file, before the document is replaced, so the next run completes an interrupted one.
 * @throws {Failure} BAD_REQUEST for a file of another kind, CONFLICT if it was changed meanwhile
 */
export async function rehostDocument(job: RehostJob, name: string): Promise<DocumentResult> {
  const read = requireReader(name)
  const file = await readTextFile(name)
  const { images: all, left: unknown, base } = read(file.text, job.frontMatter)
  const context: SourceContext = {
    documentPath: file.path,
    base,
    imagesUrl: job.imagesUrl,
    roots: [...job.staticFolders, job.siteFolder],
    hosts: job.from,
    pictures: job.pictures,
  }
  const images = all.filter(({ address }) => !isFilledIn(address))
  const left: LeftAddress[] = all.filter(({ address }) => isFilledIn(address) && looksLikePicture(address))
  for (const one of unknown) {
    if (one.isImage && (await isFile(sourceOfAddress(one.address, context)))) images.push(one)
    else left.push(one)
  }
  const found: Found[] = []
  for (const image of images) {
    const source = await sourceOf(image, context)
    const stays = source.kind === 'hosted' || source.kind === 'inline' || job.map.has(image.address)
    if (!stays) found.push({ ...image, source })
  }
  const own = await realpath(dirname(file.path))
  const folders = [...new Set([...context.roots, own])]
  const titles = titlesOf(folders, found)
  const moved = await Array.fromAsync(inOrder(found, 4, (one) => moveOnce(job, folders, titles, one)))
  const results = found.map((one, at) => ({ one, now: moved[at] ?? { to: undefined } }))
  if (job.mode === 'move') await replaceAddresses(job, name, file, results)

  const lineAt = createLineCounter(file.text)
  const isNew = ({ address }: { address: string }) => {
    const { kind } = sourceOfAddress(address, context)
    return kind !== 'hosted' && kind !== 'inline' && !job.map.has(address)
  }
  const told = [
    ...results.map(({ one, now }) => ({ start: one.start, result: resultOf(job, one, now) })),
    ...left
      .filter(isNew)
      .map(({ start, address }) => ({ start, result: { from: address, isLeft: true as const } })),
  ]
  told.sort((a, b) => a.start - b.start)
  return { file: name, images: told.map(({ start, result }) => ({ line: lineAt(start), ...result })) }
}

/** Whether a picture is in an existing file. */
async function isFile(source: ImageSource): Promise<boolean> {
  if (source.kind !== 'local') return false
  const found = source.paths.map((path) => stat(path).then((stats) => stats.isFile()))
  return (await Promise.allSettled(found)).some((one) => one.status === 'fulfilled' && one.value)
}

async function replaceAddresses(
  { map }: RehostJob,
  name: string,
  file: TextFile,
  results: readonly { one: Found; now: MovedImage }[],
): Promise<void> {
  const moves = results.flatMap(({ one, now }) =>
    'to' in now && now.to !== undefined ? [{ image: one, link: linkOf(now.to, one.address) }] : [],
  )
  if (moves.length === 0) return
  const { text, moved } = withLinks(file.text, moves)
  await map.add(name, text, moved)
  await replaceTextFile(file, text)
}

function resultOf(job: RehostJob, { address, source }: Found, now: MovedImage): Omit<AddressResult, 'line'> {
  const isForeign = source.kind === 'remote' && !isWanted(job, source.host)
  return {
    from: address,
    ...('to' in now && now.to !== undefined && { to: linkOf(now.to, address) }),
    ...('reason' in now && { reason: now.reason }),
    ...(isForeign && { isForeign }),
  }
}

const isWanted = ({ from }: RehostJob, host: string): boolean =>
  from.has(host) || from.has(host.replace(/:\d+$/, ''))

/** Titles of images by key: the first one that a document gives. */
function titlesOf(folders: readonly string[], found: readonly Found[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { source, alt } of found) {
    const title = titleOf(alt)
    const key = keyOf(folders, source)
    if (title !== undefined && !titles.has(key)) titles.set(key, title)
  }
  return titles
}

/** Equal for every occurrence of an image. */
function keyOf(folders: readonly string[], source: Found['source']): string {
  if (source.kind === 'remote') return source.url.replace(/#.*$/s, '')
  return JSON.stringify([folders, source.kind === 'local' ? source.paths : source.reason])
}

/** Reads and sends an image once, even if several places or documents have it. */
function moveOnce(
  job: RehostJob,
  folders: readonly string[],
  titles: ReadonlyMap<string, string>,
  { source }: Found,
): Promise<MovedImage> {
  if (source.kind === 'unclear') return Promise.resolve({ reason: source.reason })
  if (job.mode === 'look' || (source.kind === 'remote' && !isWanted(job, source.host))) {
    return Promise.resolve({ to: undefined })
  }
  const key = keyOf(folders, source)
  const known = job.links.get(key)
  if (known !== undefined) return known
  const moving = move(job, folders, source, titles.get(key))
  job.links.set(key, moving)
  return moving
}

/** A title from the document's alternative text, cut to the longest title. */
function titleOf(alt: string | undefined): string | undefined {
  const title = Array.from((alt ?? '').replace(/\s+/g, ' ').trim())
    .slice(0, 200)
    .join('')
  return title === '' ? undefined : title
}

async function move(
  { client, categoryId, mode, foreign }: RehostJob,
  folders: readonly string[],
  source: Extract<ImageSource, { kind: 'local' | 'remote' }>,
  title: string | undefined,
): Promise<MovedImage> {
  try {
    const { content, fileName } =
      source.kind === 'remote'
        ? { content: await foreign.fetch(source.url), fileName: fileNameOf(source.url) }
        : await readFirst(folders, source.paths)
    if (client === undefined) return { to: undefined }
    const given = { categoryId, fileName, title }
    if (mode !== 'try') return { to: (await client.upload(content, given)).url }
    const { problems } = await client.upload(content, { ...given, dryRun: true })
    return problems[0] === undefined
      ? { to: undefined }
      : { reason: problems.map((one) => `${inWordsOfCommand(one)} (${one.code})`).join(' ') }
  } catch (error) {
    return { reason: error instanceof Failure ? error.message : reasonOf(error) }
  }
}

function fileNameOf(url: string): string {
  const { pathname } = new URL(url)
  return basename(pathname) || 'image'
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
