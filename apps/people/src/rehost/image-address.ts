/** The address of an image in a document, and its place. */
export interface ImageAddress {
  /** UTF-16 code units from the beginning of the document. */
  start: number
  end: number
  /** The address without the document's escapes. */
  address: string
  /** What the document says that the image shows. */
  alt?: string | undefined
  /** It is a name within a vault, such as Obsidian's, rather than an address. */
  isName?: true
  /** What stands in place of the span, if it is more than the link. */
  written?: (link: string) => string
}

/** What looks like the address of a picture, in a form that is not understood. */
export interface LeftAddress {
  start: number
  address: string
  /** What some programs take it for, and CommonMark does not: it counts where its file exists. */
  image?: ImageAddress
}

/** The images of a document, in its order. */
export interface DocumentImages {
  images: ImageAddress[]
  left: LeftAddress[]
  /** The base address that an HTML document gives. */
  base?: string | undefined
}

/** A span of a document, and the text that takes its place. */
export interface Change {
  start: number
  end: number
  written: string
}

/** The document with changes; all else is as it was. */
export function withChanges(text: string, changes: readonly Change[]): string {
  let rewritten = ''
  let done = 0
  for (const { start, end, written } of changes.toSorted((a, b) => a.start - b.start)) {
    rewritten += text.slice(done, start) + written
    done = end
  }
  return rewritten + text.slice(done)
}

/** An address without what means something else in Markdown, HTML or a list of addresses. */
export function plainAddress(link: string): string {
  return link.replace(
    /[\s()<>[\]"'`\\|&,{}]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

/** A value that had no quotes gets them: an address with slashes needs them in some readers. */
export const inQuotes = (link: string): string => `"${link}"`

const endings = 'png|apng|jpe?g|jfif|gif|webp|avif|svg|heic|heif|bmp|tiff?|ico|jxl'
const pictureAddress = new RegExp(`\\.(?:${endings})$`, 'i')

/** Whether an address ends as those of pictures do, before its query and fragment. */
export function looksLikePicture(address: string): boolean {
  return pictureAddress.test(address.trim().replace(/[?#].*$/s, ''))
}

const withinText = new RegExp(
  `[^\\s"'\`<>()[\\]{}|=,;\\\\]*[^\\s"'\`<>()[\\]{}|=,;\\\\./]\\.(?:${endings})(?![\\w-])(?:[?#][^\\s"'\`<>()[\\]{}|\\\\]*)?`,
  'gi',
)

/** Whether a program or a template is to fill in a part of an address: `{{ base }}/a.png`, `{hero}`, `${base}/a.png`. */
export const isFilledIn = (address: string): boolean => /\{\{|\{%|\$\{|<%|^\s*\{/.test(address)

/** What looks like the address of a picture anywhere in a text. A bare name within a sentence does not. */
export function* pictureAddressesIn(text: string): Generator<LeftAddress> {
  for (const { 0: address, index: start } of text.matchAll(withinText)) {
    if (/^(?:data|cid|blob):/i.test(address)) continue
    if (address.includes('/') || !isWordOfSentence(text, start, start + address.length)) {
      yield { start, address }
    }
  }
}

function isWordOfSentence(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1)
  const after = text.charAt(end)
  if (!/^[\s*_~(]?$/.test(before) || !/^[\s*_~).,:;!?]?$/.test(after)) return false
  if (text.slice(start - 2, start) === '](') return false
  const line = text.slice(
    text.lastIndexOf('\n', start) + 1,
    (text.indexOf('\n', end) + 1 || text.length + 1) - 1,
  )
  return !/\{\{|\{%|::|=|<|\[\[|@|\bimport\b|\brequire\b/.test(line)
}

/** A span of a text. */
export interface Span {
  start: number
  end: number
}

/** The text with spaces in place of all signs of the spans but line breaks, so that places stay the same. */
export function blanked(text: string, spans: readonly Span[]): string {
  let result = ''
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (end <= result.length) continue
    const from = Math.max(start, result.length)
    result += text.slice(result.length, from) + text.slice(from, end).replace(/[^\r\n]/g, ' ')
  }
  return result + text.slice(result.length)
}

/** Addresses in the order of the document, each place once: the first that was given counts. */
export function inOrderOfPlace(images: readonly ImageAddress[]): ImageAddress[] {
  const kept: ImageAddress[] = []
  const sorted = images.map((image, rank) => ({ image, rank }))
  sorted.sort((a, b) => a.image.start - b.image.start || a.rank - b.rank)
  for (const { image } of sorted) {
    const last = kept.at(-1)
    if (last === undefined || image.start >= last.end) kept.push(image)
  }
  return kept
}
