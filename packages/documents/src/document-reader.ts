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

/** A function that gives the line, from 1, of places in a text. A place is never before the last one. */
export function createLineCounter(text: string): (place: number) => number {
  let line = 1
  let at = 0
  return (place) => {
    for (; at < place; at += 1) {
      const sign = text.charAt(at)
      if (sign === '\n' || (sign === '\r' && text.charAt(at + 1) !== '\n')) line += 1
    }
    return line
  }
}
