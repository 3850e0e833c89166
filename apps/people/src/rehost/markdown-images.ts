import type { Definition, Html, Image, ImageReference, Link, LinkReference, Nodes } from 'mdast'
import { type CompileContext, type Extension, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { readFrontMatter } from './front-matter-images.ts'
import { imagesOfFragment } from './html-images.ts'
import {
  blanked,
  type DocumentImages,
  type ImageAddress,
  inOrderOfPlace,
  type LeftAddress,
  looksLikePicture,
  pictureAddressesIn,
  type Span,
} from './image-address.ts'
import { imagesOfShortcodes, imagesOfWiki } from './shortcode-images.ts'
import { imagesOfTags } from './tag-images.ts'

/**
 * The images of a document in CommonMark with GitHub's extensions: those in its HTML, front matter, shortcodes, wiki
 * links and components included.
 * @param keys the keys of front matter that hold pictures, in lower case
 */
export function imagesOfMarkdown(text: string, keys: ReadonlySet<string>): DocumentImages {
  return imagesIn(text, keys, { withComponents: false })
}

/** The images of a document with components, which hold Markdown where CommonMark sees HTML. */
export function imagesOfMdx(text: string, keys: ReadonlySet<string>): DocumentImages {
  return imagesIn(text, keys, { withComponents: true })
}

function imagesIn(
  text: string,
  keys: ReadonlySet<string>,
  { withComponents }: { withComponents: boolean },
): DocumentImages {
  // Positions are counted without the byte order mark.
  const skipped = text.startsWith('\ufeff') ? 1 : 0
  const source = text.slice(skipped)
  const front = readFrontMatter(source, keys)
  const body = blanked(source, [{ start: 0, end: front.end }])
  const { pictures, links, unseen, words, html } = imagesOfTree(body)
  const visible = blanked(body, unseen)
  const shortcodes = imagesOfShortcodes(visible)
  const wiki = imagesOfWiki(visible)
  const code = withComponents ? codeInComponents(visible) : []
  const nested = withComponents
    ? imagesInComponents(blanked(visible, [...pictures, ...shortcodes.images, ...wiki, ...code]))
    : []
  const tags = imagesOfTags(blanked(visible, [...shortcodes.images, ...wiki, ...rawTextsIn(visible)]))
  const images = inOrderOfPlace([
    ...front.images,
    ...pictures,
    ...wiki,
    ...shortcodes.images,
    ...nested,
    ...tags.images,
  ])
  const places = new Set(images.map(({ start }) => start))
  const otherLinks = links.filter(({ start }) => !places.has(start))
  const spaced = addressesWithSpaces(blanked(visible, [...images, ...code, ...(withComponents ? [] : html)]))
  const rest = blanked(visible, [
    ...images,
    ...otherLinks,
    ...spaced,
    ...code,
    ...words,
    ...shortcodes.words,
    ...tags.words,
  ])
  const move = <T extends { start: number }>(one: T): T => ({ ...one, start: one.start + skipped })
  return {
    images: images.map((image) => ({ ...move(image), end: image.end + skipped })),
    left: [
      ...[...front.left, ...otherLinks, ...pictureAddressesIn(rest)].map(({ start, address }) =>
        move({ start, address }),
      ),
      ...spaced.map(({ start, end, address, alt, isImage }) => ({
        ...move({ start, address }),
        ...(isImage && { image: { ...move({ start, address, alt }), end: end + skipped } }),
      })),
    ],
  }
}

/**
 * Pictures with a space in their address and no angle brackets, which Obsidian and Typora show and CommonMark does not:
 * `![alt](img/a b.png "title")`, and links of that form.
 */
function addressesWithSpaces(text: string): (ImageAddress & { isImage: boolean })[] {
  const target =
    /(?:(?<!\\)!\[([^[\]\n]*))?\]\([ \t]*((?:[^()<>\n]|\([^()<>\n]*\))+?)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/dg
  return [...text.matchAll(target)].flatMap(({ 1: alt, 2: address = '', indices }) => {
    const [start, end] = indices?.[2] ?? []
    if (start === undefined || end === undefined) return []
    if (!/\s/.test(address) || !looksLikePicture(address)) return []
    return [{ start, end, address, alt, isImage: alt !== undefined }]
  })
}

/** Images of Markdown between the tags of components: `<Figure>` in one line, `![alt](a.png)` in the next. */
function imagesInComponents(text: string): ImageAddress[] {
  const image = /(?<!\\)!\[([^[\]\n]*)\]\([ \t]*<?([^\s()<>]+)>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/dg
  return [...text.matchAll(image)].flatMap(({ 1: alt, 2: address = '', indices }) => {
    const [start, end] = indices?.[2] ?? []
    return start === undefined || end === undefined ? [] : [{ start, end, address, alt }]
  })
}

/** Code of Markdown between the tags of components, within a paragraph; `{`a.png`}` is a value. */
function codeInComponents(visible: string): Span[] {
  const code = /(?<![`{(=,:[]\s?)(`+)(?!`)(?:(?!\n\s*\n)[\s\S])*?[^`]\1(?!`)/g
  return [...visible.matchAll(code)].map(({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }))
}

/** The images that a reader of Markdown finds, the links to others, what shows no address to anyone, the words of its links, and its HTML. */
function imagesOfTree(source: string): {
  pictures: ImageAddress[]
  links: (LeftAddress & Span)[]
  unseen: Span[]
  words: Span[]
  html: Span[]
} {
  const { extension, destinations, htmlLines } = noting()
  const tree = fromMarkdown(source, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown(), extension],
  })
  const nodes = nodesOf(tree)
  const alts = altsOfDefinitions(nodes)
  const onlyHtml = blankExcept(source, htmlLines)
  const named = [
    ...nodes.filter(isImage).map((node) => ({ node, alt: node.alt ?? undefined })),
    ...definitionsOfImages(nodes).map((node) => ({ node, alt: alts.get(node.identifier) })),
    ...nodes
      .filter((node) => isLink(node) && isFullSize(node))
      .map((node) => ({ node: node as Link, alt: undefined })),
  ]
  const pictures = named.flatMap(({ node, alt }) => {
    const span = destinations.get(node)
    return span === undefined || node.url === '' ? [] : [{ ...span, address: node.url, alt }]
  })
  return {
    pictures: [...pictures, ...nodes.filter(isHtml).flatMap((node) => imagesInHtml(onlyHtml, node))],
    links: nodes.flatMap((node) => {
      const span = isLink(node) || isDefinition(node) ? destinations.get(node) : undefined
      if (span === undefined || !('url' in node) || !looksLikePicture(node.url)) return []
      return [{ ...span, address: node.url }]
    }),
    unseen: [
      ...nodes.filter(({ type }) => type === 'code' || type === 'inlineCode').map(spanOfNode),
      ...commentsIn(source, htmlLines),
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
    html: nodes.filter(isHtml).map(spanOfNode),
  }
}

const spanOfNode = ({ position }: Nodes): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
})

/** Comments of HTML, and those of components. */
function commentsIn(source: string, htmlLines: readonly Span[]): Span[] {
  const html = blankExcept(source, htmlLines)
  return [
    ...html.matchAll(/<!--[\s\S]*?-->/g),
    ...source.matchAll(/\{\/\*[\s\S]*?\*\/\}|\{\{<\/\*[\s\S]*?\*\/>\}\}/g),
  ].map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
}

/** Elements whose text holds no tags, whatever it looks like. */
function rawTextsIn(text: string): Span[] {
  const rawText = /<(script|style|textarea|title|xmp|iframe|noembed|noframes)\b[\s\S]*?(?:<\/\1>|$)/gi
  return [...text.matchAll(rawText)].map(({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }))
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

/** What the first image that refers to a definition shows. */
function altsOfDefinitions(nodes: readonly Nodes[]): Map<string, string | undefined> {
  const references = nodes.filter(isImageReference).toReversed()
  return new Map(references.map(({ identifier, alt }) => [identifier, alt ?? undefined]))
}

/** Definitions that an image refers to, or a link to its full size. Of several with one name the first counts. */
function definitionsOfImages(nodes: readonly Nodes[]): Definition[] {
  const isPicture = (node: Nodes) => isImage(node) || isImageReference(node)
  const wanted = new Set([
    ...nodes.filter(isImageReference).map(({ identifier }) => identifier),
    ...nodes
      .filter(isLinkReference)
      .flatMap((node) => (node.children.some(isPicture) ? [node.identifier] : [])),
  ])
  const first = new Map<string, Definition>()
  for (const node of nodes.filter(isDefinition)) {
    if (!first.has(node.identifier)) first.set(node.identifier, node)
  }
  const images = new Set(nodes.filter(isImageReference).map(({ identifier }) => identifier))
  return [...first.values()].filter(
    ({ identifier, url }) => wanted.has(identifier) && (images.has(identifier) || looksLikePicture(url)),
  )
}

/** The marks of quotes and lists that begin a line of HTML are no part of it, and blank here. */
function imagesInHtml(onlyHtml: string, { position }: Html): ImageAddress[] {
  const from = position?.start.offset ?? 0
  return imagesOfFragment(onlyHtml.slice(from, position?.end.offset)).map((image) => ({
    ...image,
    start: image.start + from,
    end: image.end + from,
  }))
}

function blankExcept(text: string, kept: readonly Span[]): string {
  const blank = (start: number, end?: number) => text.slice(start, end).replace(/[^\r\n]/g, ' ')
  let result = ''
  for (const { start, end } of kept) {
    result += blank(result.length, start) + text.slice(start, end)
  }
  return result + blank(result.length)
}

/** Every node in the order of the document. */
function nodesOf(tree: Nodes): Nodes[] {
  const found: Nodes[] = []
  const waiting: Nodes[] = [tree]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node)
    if ('children' in node) waiting.push(...node.children.toReversed())
  }
  return found
}

const isImage = (node: Nodes): node is Image => node.type === 'image'
const isImageReference = (node: Nodes): node is ImageReference => node.type === 'imageReference'
const isDefinition = (node: Nodes): node is Definition => node.type === 'definition'
const isHtml = (node: Nodes): node is Html => node.type === 'html'
const isLink = (node: Nodes): node is Link => node.type === 'link'
const isLinkReference = (node: Nodes): node is LinkReference => node.type === 'linkReference'
