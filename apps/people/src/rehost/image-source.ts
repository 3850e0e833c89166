import { isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ImageAddress } from '@pictoglyph/documents/image-address'

/** The location of an address's picture. */
export type ImageSource =
  /** On the service already. */
  | { kind: 'hosted' }
  /** In the address itself, or not in a file: `data:`, `cid:`. */
  | { kind: 'inline' }
  /** In a file: the first existing one of these. */
  | { kind: 'local'; paths: string[] }
  | { kind: 'remote'; url: string; host: string }
  /** The address is in no known form. */
  | { kind: 'unclear'; reason: string }

/** The pictures of a vault by their names. */
export interface PictureIndex {
  /** Finds a name in a document: the file next to it, or the only file whose path ends so. */
  find(name: string, documentPath: string): Promise<ImageSource>
}

/** The context for resolving addresses. */
export interface SourceContext {
  /** The document's absolute path. */
  documentPath: string
  /** The base address in an HTML document. */
  base: string | undefined
  /** Base address of the image service. */
  imagesUrl: string
  /** Folders for addresses that begin with a slash: first those of static files, then the site's. */
  roots: readonly string[]
  /** Hosts that an address without a scheme may begin with. */
  hosts: ReadonlySet<string>
  pictures: PictureIndex
}

/** The location of a document's image. In a vault, a name is searched everywhere. */
export async function sourceOf(image: ImageAddress, context: SourceContext): Promise<ImageSource> {
  if (!image.isName) return sourceOfAddress(image.address, context)
  const name = image.address.replace(/#.*$/s, '')
  if (URL.canParse(name)) return sourceOfAddress(image.address, context)
  return context.pictures.find(name, context.documentPath)
}

/** Reads an address like a browser that has opened the document's file. */
export function sourceOfAddress(address: string, context: SourceContext): ImageSource {
  if (/[\r\n]/.test(address)) return { kind: 'unclear', reason: 'The address has a line break in it.' }
  if (address === '' || address.startsWith('#')) return { kind: 'inline' }
  const [first = ''] = address.split('/', 1)
  const meant = context.hosts.has(first.toLowerCase()) && first !== address ? `https://${address}` : address
  const url = urlOf(meant, context)
  if (url === undefined) return { kind: 'unclear', reason: 'The address is not one.' }
  if (url.protocol === 'file:' && url.host !== '') url.href = `https:${address.replace(/^\w+:/, '')}`
  if (url.protocol === 'file:') return localSource(address, url, context)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return /^[a-z]:$/.test(url.protocol) ? pathOfWindows(address) : { kind: 'inline' }
  }
  if (isUnder(url, context.imagesUrl)) return { kind: 'hosted' }
  return { kind: 'remote', url: url.href, host: url.host }
}

function pathOfWindows(address: string): ImageSource {
  if (process.platform === 'win32') return { kind: 'local', paths: [address] }
  return { kind: 'unclear', reason: 'The address is a path of another system.' }
}

function urlOf(address: string, { base, documentPath }: SourceContext): URL | undefined {
  const document = pathToFileURL(documentPath)
  const from = base === undefined ? document : (URL.parse(base, document) ?? document)
  return URL.parse(address, from) ?? undefined
}

function localSource(address: string, url: URL, { roots }: SourceContext): ImageSource {
  let path: string
  try {
    path = fileURLToPath(url)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'unclear', reason: `The address can't be read: ${error.message}` }
  }
  if (!isAbsolute(address)) return { kind: 'local', paths: [path] }
  const way = path.replace(/^[A-Za-z]:(?=\\)/, '')
  return { kind: 'local', paths: [...roots.map((root) => join(root, way)), path] }
}

function isUnder(url: URL, baseUrl: string): boolean {
  const base = URL.parse(baseUrl)
  if (base === null || base.host !== url.host) return false
  let folder = base.pathname
  while (folder.endsWith('/')) folder = folder.slice(0, -1)
  return url.pathname.startsWith(`${folder}/`)
}

/** A picture's path on the site, from the root that contains it; `undefined` outside of all roots. */
export function sitePathOf(path: string, roots: readonly string[]): string | undefined {
  for (const root of roots) {
    const way = relative(root, path)
    if (way !== '' && !way.startsWith('..') && !isAbsolute(way)) {
      return `/${way.split(sep).map(encodeURIComponent).join('/')}`
    }
  }
  return undefined
}
