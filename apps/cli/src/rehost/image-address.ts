/** The address of an image in a document, and its place. */
export interface ImageAddress {
  /** UTF-16 code units from the beginning of the document. */
  start: number
  end: number
  /** The address without the document's escapes. */
  address: string
  /** Whether it is in HTML without quotes, which it needs once it has a slash. */
  isBare?: boolean
}

/** The images of a document, in its order. */
export interface DocumentImages {
  images: ImageAddress[]
  /** The base address that an HTML document gives. */
  base?: string | undefined
}

/** The document with other addresses; all else is as it was. */
export function withAddresses(
  text: string,
  changes: readonly (Pick<ImageAddress, 'start' | 'end' | 'isBare'> & { link: string })[],
): string {
  let rewritten = ''
  let done = 0
  for (const { start, end, link, isBare } of changes.toSorted((a, b) => a.start - b.start)) {
    const address = isBare ? `"${plainAddress(link)}"` : plainAddress(link)
    rewritten += text.slice(done, start) + address
    done = end
  }
  return rewritten + text.slice(done)
}

/** An address without what means something else in Markdown, HTML or a list of addresses. */
function plainAddress(link: string): string {
  return link.replace(
    /[\s()<>[\]"'`\\|&,]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}
