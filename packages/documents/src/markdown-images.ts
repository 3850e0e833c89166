import type { Definition, Html, Image, ImageReference, Link, LinkReference, Nodes } from 'mdast'
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
 * The images of a document in CommonMark with GitHub's extensions: those in its HTML, front matter, shortcodes, wiki
 * links and components included.
 * @param keys the keys of front matter that hold pictures, in lower case
 */
export function imagesOfMarkdown(text: string, keys: ReadonlySet<string>): DocumentImages {
  return imagesIn(text, keys, false)
}

/** The images of a document with components, which hold Markdown where CommonMark sees HTML. */
export function imagesOfMdx(text: string, keys: ReadonlySet<string>): DocumentImages {
  return imagesIn(text, keys, true)
}

function imagesIn(text: string, keys: ReadonlySet<string>, withComponents: boolean): DocumentImages {
  // Positions are counted without the byte order mark.
  const skipped = text.startsWith('\ufeff') ? 1 : 0
  const source = text.slice(skipped)
  const front = readFrontMatter(source, keys)
  const body = imagesOfBody(source.slice(front.end), withComponents)
  const left = [...front.left, ...moveLeft(front.end, body.left)]
  return {
    images: movedBy(skipped, [...front.images, ...movedBy(front.end, body.images)]),
    left: moveLeft(skipped, left),
  }
}

const moveLeft = (distance: number, left: readonly LeftAddress[]): LeftAddress[] =>
  left.map(({ start, address, image }) => ({
    start: start + distance,
    address,
    ...(image !== undefined && { image: movedBy(distance, [image])[0] ?? image }),
  }))

function imagesOfBody(text: string, withComponents: boolean): DocumentImages {
  const { pictures, links, unseen, words, html } = imagesOfTree(text, withComponents)
  const scanned = scanText(text, unseen, withComponents)
  const images = inOrderOfPlace([...outside(pictures, scanned.unseen), ...scanned.images])
  const otherLinks = outside(links, [...images, ...scanned.unseen])
  const spaced = outside(scanned.spaced, withComponents ? images : [...images, ...html])
  const known = [
    ...images,
    ...otherLinks,
    ...spaced,
    ...unseen,
    ...scanned.unseen,
    ...words,
    ...scanned.words,
  ]
  return {
    images,
    left: [
      ...otherLinks.map(({ start, address }) => ({ start, address })),
      ...pictureAddressesIn(text, known),
      ...spaced.map(({ isImage, ...image }) => ({
        start: image.start,
        address: image.address,
        ...(isImage && { image }),
      })),
    ],
  }
}

/**
 * The images that a reader of Markdown finds, the links to others, the spans that show no address to anyone, the words
 * of its links, and its HTML.
 */
function imagesOfTree(source: string, withComponents: boolean) {
  const { extension, destinations, htmlLines } = noting()
  const tree = fromMarkdown(source, {
    extensions: [
      gfm(),
      { disable: { null: withComponents ? ['attention', 'codeIndented'] : ['attention'] } },
    ],
    mdastExtensions: [gfmFromMarkdown(), extension],
  })
  const nodes = nodesOf(tree)
  const alts = altsOfDefinitions(nodes)
  const onlyHtml = blankExcept(source, htmlLines)
  const html = nodes.filter(isHtml).map((node) => {
    const span = spanOfNode(node)
    const { images, comments } = imagesOfFragment(onlyHtml.slice(span.start, span.end))
    return { span, images: movedBy(span.start, images), comments: movedBy(span.start, comments) }
  })
  const named = [
    ...nodes.filter(isImage).map((node) => ({ node, alt: node.alt ?? undefined })),
    ...definitionsOfImages(nodes).map((node) => ({ node, alt: alts.get(node.identifier) })),
    ...nodes
      .filter((node) => isLink(node))
      .filter(isFullSize)
      .map((node) => ({ node, alt: undefined })),
  ]
  const pictures = named.flatMap(({ node, alt }): ImageAddress[] => {
    const span = destinations.get(node)
    return span === undefined || node.url === '' ? [] : [{ ...span, address: node.url, alt }]
  })
  return {
    pictures: [...pictures, ...html.flatMap(({ images }) => images)],
    links: nodes.flatMap((node) => {
      const span = isLink(node) || isDefinition(node) ? destinations.get(node) : undefined
      if (span === undefined || !('url' in node)) return directiveLink(node, source)
      return looksLikePicture(node.url) ? [{ ...span, address: node.url }] : []
    }),
    unseen: [
      ...nodes.filter(({ type }) => type === 'code' || type === 'inlineCode').map(spanOfNode),
      ...html.flatMap(({ comments }) => comments),
    ],
    words: nodes.flatMap((node) => {
      const destination = destinations.get(node)
      if (destination === undefined)
        return node.type === 'imageReference' || node.type === 'linkReference' ? [spanOfNode(node)] : []
      const { start, end } = spanOfNode(node)
      return [
        { start, end: destination.start },
        { start: destination.end, end },
      ]
    }),
    html: html.map(({ span }) => span),
  }
}

const spanOfNode = ({ position }: Nodes): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

/** The picture that a directive of MyST names, which CommonMark takes for code. */
function directiveLink(node: Nodes, source: string): (LeftAddress & Span)[] {
  if (node.type !== 'code' || !/^\{(?:image|figure)\}$/.test(node.lang ?? '')) return []
  const address = node.meta ?? ''
  const start = source.indexOf(address, spanOfNode(node).start)
  return looksLikePicture(address) ? [{ start, end: start + address.length, address }] : []
}

/** A link from a picture to the same in full size: `[![](a.png)](a-large.png)`. */
function isFullSize({ url, children }: Link): boolean {
  if (!looksLikePicture(url)) return false
  return children.some(
    (node) => isImage(node) || isImageReference(node) || (isHtml(node) && /^<img\b/i.test(node.value)),
  )
}

/** Records where addresses and HTML are, which the tree does not say. */
function noting() {
  const destinations = new Map<object, Span>()
  const htmlLines: Span[] = []
  function noteDestination(this: CompileContext, token: Token): undefined {
    const url = this.resume()
    const node = this.stack.at(-1)
    if (node === undefined || !('url' in node)) return
    node.url = url
    destinations.set(node, spanOf(token))
  }
  function noteHtml(this: CompileContext, token: Token): undefined {
    const text = this.stack.pop()
    if (text?.type !== 'text') return
    text.value += this.sliceSerialize(token)
    htmlLines.push(spanOf(token))
  }
  const extension: Extension = {
    exit: {
      resourceDestinationString: noteDestination,
      definitionDestinationString: noteDestination,
      htmlFlowData: noteHtml,
      htmlTextData: noteHtml,
    },
  }
  return { extension, destinations, htmlLines }
}

const spanOf = ({ start, end }: Token): Span => ({ start: start.offset, end: end.offset })

/** The text of the first image that refers to a definition. */
function altsOfDefinitions(nodes: readonly Nodes[]): Map<string, string | undefined> {
  const references = nodes.filter(isImageReference).toReversed()
  return new Map(references.map(({ identifier, alt }) => [identifier, alt ?? undefined]))
}

/** Definitions that an image refers to, or a link to its full size. Of several with one name the first counts. */
function definitionsOfImages(nodes: readonly Nodes[]): Definition[] {
  const isPicture = (node: Nodes) => isImage(node) || isImageReference(node)
  const images = new Set(nodes.filter(isImageReference).map(({ identifier }) => identifier))
  const fullSizes = new Set(
    nodes.filter(isLinkReference).flatMap((node) => (node.children.some(isPicture) ? [node.identifier] : [])),
  )
  const first = new Map<string, Definition>()
  for (const node of nodes.filter(isDefinition)) {
    if (!first.has(node.identifier)) first.set(node.identifier, node)
  }
  return [...first.values()].filter(
    ({ identifier, url }) => images.has(identifier) || (fullSizes.has(identifier) && looksLikePicture(url)),
  )
}

/** The text of the spans where it is; the marks of quotes and lists between them are blank. */
function blankExcept(text: string, kept: readonly Span[]): string {
  let result = ''
  for (const { start, end } of kept)
    result += blank(text.slice(result.length, start)) + text.slice(start, end)
  return result
}

const blank = (text: string): string =>
  Array.from(text, (sign) => (sign === '\n' || sign === '\r' ? sign : ' '.repeat(sign.length))).join('')

/** Every node in the order of the document. */
function nodesOf(tree: Nodes): Nodes[] {
  const found: Nodes[] = []
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node)
    if ('children' in node) for (const child of node.children.toReversed()) waiting.push(child)
  }
  return found
}

const isImage = (node: Nodes): node is Image => node.type === 'image'
const isImageReference = (node: Nodes): node is ImageReference => node.type === 'imageReference'
const isDefinition = (node: Nodes): node is Definition => node.type === 'definition'
const isHtml = (node: Nodes): node is Html => node.type === 'html'
const isLink = (node: Nodes): node is Link => node.type === 'link'
const isLinkReference = (node: Nodes): node is LinkReference => node.type === 'linkReference'
