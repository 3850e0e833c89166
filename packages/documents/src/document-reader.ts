import { imagesOfHtml } from './html-images.ts'
import type { DocumentImages } from './image-address.ts'
import { imagesOfMarkdown, imagesOfMdx } from './markdown-images.ts'

/**
 * Finds the images of a document.
 * @param keys front matter keys that hold images, in lower case
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

/** Creates a function that returns the line, from 1, of a position. Positions must not decrease. */
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
