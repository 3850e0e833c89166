import type { Definition, Html, Image, ImageReference, Nodes } from 'mdast'
import { type CompileContext, type Extension, fromMarkdown, type Token } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { imagesOfFragment } from './html-images.ts'
import type { DocumentImages, ImageAddress } from './image-address.ts'

interface Span {
  start: number
  end: number
}

/** The images of a document in CommonMark with GitHub's extensions, those in its HTML included. */
export function imagesOfMarkdown(text: string): DocumentImages {
  // Positions are counted without the byte order mark.
  const skipped = text.startsWith('\ufeff') ? 1 : 0
  const source = text.slice(skipped)
  const { extension, destinations, htmlLines } = noting()
  const tree = fromMarkdown(source, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown(), extension],
  })
  const nodes = nodesOf(tree)
  const pictures = [...nodes.filter(isImage), ...definitionsOfImages(nodes)].flatMap((node) => {
    const span = destinations.get(node)
    return span === undefined || node.url === '' ? [] : [{ ...span, address: node.url }]
  })
  const onlyHtml = blankExcept(source, htmlLines)
  const images: ImageAddress[] = [
    ...pictures,
    ...nodes.filter(isHtml).flatMap((node) => imagesInHtml(onlyHtml, node)),
  ]
  return {
    images: images
      .map((image) => ({ ...image, start: image.start + skipped, end: image.end + skipped }))
      .toSorted((a, b) => a.start - b.start),
  }
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

/** Definitions that an image refers to. Of several with one name the first counts. */
function definitionsOfImages(nodes: readonly Nodes[]): Definition[] {
  const wanted = new Set(nodes.filter(isImageReference).map(({ identifier }) => identifier))
  const first = new Map<string, Definition>()
  for (const node of nodes.filter(isDefinition)) {
    if (!first.has(node.identifier)) first.set(node.identifier, node)
  }
  return [...first.values()].filter(({ identifier }) => wanted.has(identifier))
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
