import { isAbsolute, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Where the picture of an address is. */
export type ImageSource =
  /** On the service already. */
  | { kind: 'hosted' }
  /** In the address itself, or not in a file: `data:`, `cid:`. */
  | { kind: 'inline' }
  /** In a file: the first of these that is there. */
  | { kind: 'local'; paths: string[] }
  | { kind: 'remote'; url: string; host: string }
  /** It names a place in no way that is understood. */
  | { kind: 'unclear'; reason: string }

/** What addresses are resolved against. */
export interface SourceContext {
  /** The document's absolute path. */
  documentPath: string
  /** The base address that an HTML document gives. */
  base: string | undefined
  /** Base address of the image service. */
  imagesUrl: string
  /** Where addresses that begin with a slash begin. */
  siteFolder: string
}

/** Reads an address as a browser does that has opened the document from its file. */
export function sourceOf(address: string, context: SourceContext): ImageSource {
  if (/[\r\n]/.test(address)) return { kind: 'unclear', reason: 'The address has a line break in it.' }
  if (address === '' || address.startsWith('#')) return { kind: 'inline' }
  const url = urlOf(address, context)
  if (url === undefined) return { kind: 'unclear', reason: 'The address is not one.' }
  if (url.protocol === 'file:' && url.host !== '') url.href = `https:${address.replace(/^\w+:/, '')}`
  if (url.protocol === 'file:') return localSource(address, url, context)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return /^[a-z]:$/.test(url.protocol)
      ? { kind: 'unclear', reason: 'The address is a path of another system.' }
      : { kind: 'inline' }
  }
  if (isUnder(url, context.imagesUrl)) return { kind: 'hosted' }
  return { kind: 'remote', url: url.href, host: url.host }
}

function urlOf(address: string, { base, documentPath }: SourceContext): URL | undefined {
  const document = pathToFileURL(documentPath)
  const from = base === undefined ? document : (URL.parse(base, document) ?? document)
  return URL.parse(address, from) ?? undefined
}

function localSource(address: string, url: URL, { siteFolder }: SourceContext): ImageSource {
  let path: string
  try {
    path = fileURLToPath(url)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { kind: 'unclear', reason: `The address can't be read: ${error.message}` }
  }
  return { kind: 'local', paths: isAbsolute(address) ? [join(siteFolder, path), path] : [path] }
}

function isUnder(url: URL, baseUrl: string): boolean {
  const base = URL.parse(baseUrl)
  if (base === null || base.host !== url.host) return false
  return url.pathname.startsWith(base.pathname.replace(/\/*$/, '/'))
}
