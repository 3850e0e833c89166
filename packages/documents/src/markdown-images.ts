import type { Code, Definition, Link, Nodes } from 'mdast'
import { type CompileContext, type Extension, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { readFrontMatter } from './front-matter.ts'
import { imagesOfFragment } from './html-images.ts'
import {
  type DocumentImages,
  type ImageAddress,
  type LeftAddress,
  looksLikePicture,
} from './image-address.ts'
import { pictureAddressesIn } from './left-addresses.ts'
import { scanText } from './scanner.ts'
import { inOrderOfPlace, movedBy, outside, type Span } from './spans.ts'

/**
 * Finds the images of a document in CommonMark with GitHub's extensions. This includes HTML, front matter, shortcodes,
 * wiki links and components.
 * @param keys front matter keys that hold images, in lower case
 */
export function imagesOfMarkdown(text: string, keys: ReadonlySet<string>): DocumentImages {
  return imagesIn(text, keys, false)
}

/** Finds the images of an MDX document: components may contain Markdown where CommonMark sees HTML. */
export function imagesOfMdx(text: string, keys: ReadonlySet<string>): DocumentImages {
  return imagesIn(text, keys, true)
}

function imagesIn(text: string, keys: ReadonlySet<string>, withComponents: boolean): DocumentImages {
  // Positions are counted without the byte order mark.
  const skipped = text.startsWith('\ufeff') ? 1 : 0
  const source = text.slice(skipped)
  const front = readFrontMatter(source, keys)
  const body = imagesOfBody(source.slice(front.end), withComponents)
  return {
    images: movedBy(skipped, [...front.images, ...movedBy(front.end, body.images)]),
    left: movedBy(skipped, [...front.left, ...movedBy(front.end, body.left)]),
  }
}

function imagesOfBody(text: string, withComponents: boolean): DocumentImages {
  const { pictures, links, unseen, words, html } = imagesOfTree(text, withComponents)
  const scanned = scanText(text, unseen, withComponents)
  // CommonMark's parser sees the tags itself. In MDX only the scanner does.
  const unread = withComponents ? [...scanned.unseen, ...scanned.words] : scanned.unseen
  const images = inOrderOfPlace([...outside(pictures, unread), ...scanned.images])
  const left = [...outside(links, [...images, ...unread]), ...outside(scanned.spaced, [...images, ...html])]
  const known = [images, left, unseen, scanned.unseen, words, scanned.words].flat()
  return { images, left: [...left, ...pictureAddressesIn(text, known)] }
}

/**
 * Collects from the Markdown tree: images, other links to images, spans without visible addresses, link texts, and
 * HTML.
 */
function imagesOfTree(source: string, withComponents: boolean) {
  const { nodes, destinations, onlyHtml } = readTree(source, withComponents)
  const definitions = definitionsOfImages(nodes)
  const pictures: ImageAddress[] = []
  const links: LeftAddress[] = []
  const unseen: Span[] = []
  const words: Span[] = []
  const html: Span[] = []
  for (const node of nodes) {
    const { start, end } = spanOf(node.position)
    const place = destinations.get(node)
    if (node.type === 'html') {
      const { images, comments } = imagesOfFragment(onlyHtml.slice(start, end))
      for (const image of movedBy(start, images)) pictures.push(image)
      for (const comment of movedBy(start, comments)) unseen.push(comment)
      html.push({ start, end })
    } else if (node.type === 'code' || node.type === 'inlineCode') {
      unseen.push({ start, end })
      if (node.type === 'code') links.push(...directiveLink(node, source))
    } else if (node.type === 'imageReference' || node.type === 'linkReference') {
      words.push({ start, end })
    } else if (place !== undefined && 'url' in node && node.url !== '') {
      words.push({ start, end: place.start }, { start: place.end, end })
      const one = { ...place, address: node.url }
      if (node.type === 'image') pictures.push({ ...one, alt: node.alt ?? undefined })
      else if (node.type === 'definition' && definitions.has(node)) {
        pictures.push({ ...one, alt: definitions.get(node) })
      } else if (node.type === 'link' && isFullSize(node)) pictures.push(one)
      else if (looksLikePicture(node.url)) links.push(one)
    }
  }
  return { pictures, links, unseen, words, html }
}

/** The image of a MyST directive, which CommonMark reads as code. */
function directiveLink({ lang, meta, position }: Code, source: string): LeftAddress[] {
  const address = meta ?? ''
  if (!['{image}', '{figure}'].includes(lang ?? '') || !looksLikePicture(address)) return []
  const start = source.indexOf(address, spanOf(position).start)
  return [{ start, end: start + address.length, address }]
}

const isPicture = ({ type }: Nodes): boolean => type === 'image' || type === 'imageReference'

/** Whether a link leads from an image to its full size: `[![](a.png)](a-large.png)`. */
function isFullSize({ url, children }: Link): boolean {
  const isShown = (node: Nodes) => isPicture(node) || (node.type === 'html' && /^<img\b/i.test(node.value))
  return looksLikePicture(url) && children.some(isShown)
}

/**
 * Definitions used by an image or a link to its full size, with the text of the first image. If several have one name,
 * the first counts.
 */
function definitionsOfImages(nodes: readonly Nodes[]): Map<Definition, string | undefined> {
  const alts = new Map<string, string | undefined>()
  const fullSizes = new Set<string>()
  for (const node of nodes) {
    if (node.type === 'imageReference' && !alts.has(node.identifier)) {
      alts.set(node.identifier, node.alt ?? undefined)
    } else if (node.type === 'linkReference' && node.children.some(isPicture)) fullSizes.add(node.identifier)
  }
  const first = new Map<string, Definition>()
  for (const node of nodes) {
    if (node.type === 'definition' && !first.has(node.identifier)) first.set(node.identifier, node)
  }
  const ofImages = [...first.values()].filter(
    ({ identifier, url }) => alts.has(identifier) || (fullSizes.has(identifier) && looksLikePicture(url)),
  )
  return new Map(ofImages.map((node) => [node, alts.get(node.identifier)]))
}

/** In MDX, Markdown may stand between tags and after any indentation. */
const notInMdx = ['codeIndented', 'htmlFlow', 'htmlText']

/** Parses Markdown. Also records the positions of addresses and HTML, which the tree lacks. */
function readTree(source: string, withComponents: boolean) {
  const destinations = new Map<object, Span>()
  let onlyHtml = ''
  function noteDestination(this: CompileContext, token: Token): undefined {
    const url = this.resume()
    const node = this.stack.at(-1)
    if (node === undefined || !('url' in node)) return
    node.url = url
    destinations.set(node, spanOf(token))
  }
  /** Blanks out the quote and list markers between lines of HTML. */
  function noteHtml(this: CompileContext, token: Token): undefined {
    const text = this.stack.pop()
    if (text?.type !== 'text') return
    text.value += this.sliceSerialize(token)
    const { start, end } = spanOf(token)
    onlyHtml += blank(source.slice(onlyHtml.length, start)) + source.slice(start, end)
  }
  const extension: Extension = {
    exit: {
      resourceDestinationString: noteDestination,
      definitionDestinationString: noteDestination,
      htmlFlowData: noteHtml,
      htmlTextData: noteHtml,
    },
  }
  const tree = fromMarkdown(source, {
    extensions: [gfm(), { disable: { null: withComponents ? ['attention', ...notInMdx] : ['attention'] } }],
    mdastExtensions: [gfmFromMarkdown(), extension],
  })
  return { nodes: nodesOf(tree), destinations, onlyHtml }
}

interface Place {
  start: { offset?: number | undefined }
  end: { offset?: number | undefined }
}

const spanOf = (place: Place | undefined): Span => ({
  start: place?.start.offset ?? 0,
  end: place?.end.offset ?? 0,
})

const blank = (text: string): string =>
  Array.from(text, (sign) => (sign === '\n' || sign === '\r' ? sign : ' '.repeat(sign.length))).join('')

/** Every node in document order. */
function nodesOf(tree: Nodes): Nodes[] {
  const found: Nodes[] = []
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node)
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child)
  }
  return found
}
