import { imagesOfHtml } from './html-images.ts'
import type { DocumentImages } from './image-address.ts'
import { imagesOfMarkdown, imagesOfMdx } from './markdown-images.ts'

/**
 * Finds the images of a document.
 * @param keys the keys of front matter that hold pictures, in lower case
 * @throws {RangeError} if quotations or lists are nested too deeply
 */
export type DocumentReader = (text: string, keys: ReadonlySet<string>) => DocumentImages

const readers: readonly [ending: string, DocumentReader][] = [
  ['.md', imagesOfMarkdown],
  ['.mdx', imagesOfMdx],
  ['.markdown', imagesOfMarkdown],
  ['.html', imagesOfHtml],
  ['.htm', imagesOfHtml],
]

/** The reader for a document of this name; `undefined` for a file of another kind. */
export function documentReaderOf(name: string): DocumentReader | undefined {
  return readers.find(([ending]) => name.toLowerCase().endsWith(ending))?.[1]
}

/** A function that gives the line, from 1, of a place in a text. */
export function createLineCounter(text: string): (place: number) => number {
  const starts = [0]
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\n' || (sign === '\r' && text.charAt(at + 1) !== '\n')) starts.push(at + 1)
  }
  return (place) => {
    let low = 0
    for (let high = starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= place) low = middle
      else high = middle
    }
    return low + 1
  }
}
