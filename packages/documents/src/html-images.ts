import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import {
  type DocumentImages,
  type ImageAddress,
  inQuotes,
  type LeftAddress,
  looksLikePicture,
} from './image-address.ts'
import { pictureAddressesIn } from './left-addresses.ts'
import { inOrderOfPlace, isSpace, type Span } from './spans.ts'
import { srcsetAddresses } from './srcset.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The attributes that name pictures: one address, or a list of them. */
const attributes: Readonly<Record<string, Readonly<Record<string, 'one' | 'list'>>>> = {
  img: { src: 'one', srcset: 'list' },
  source: { srcset: 'list' },
  video: { poster: 'one' },
  input: { src: 'one' },
}

/** Images as a browser without scripts sees them. */
const parsing = { sourceCodeLocationInfo: true, scriptingEnabled: false } as const

/** The images of an HTML document. */
export function imagesOfHtml(text: string): DocumentImages {
  const elements = nodesOf(parse(text, parsing)).filter(isElement)
  const base = elements.find(({ tagName, attrs }) => tagName === 'base' && attributeOf(attrs, 'href'))
  const left = elements.flatMap((element) => [...leftInAttributes(element, text), ...leftInText(element)])
  return {
    images: inOrderOfPlace(elements.flatMap((element) => imagesOf(element, text))),
    left,
    base: base && attributeOf(base.attrs, 'href'),
  }
}

/** The images of a piece of HTML, such as Markdown has, and its comments. */
export function imagesOfFragment(html: string): { images: ImageAddress[]; comments: Span[] } {
  const nodes = nodesOf(parseFragment(html, parsing))
  return {
    images: inOrderOfPlace(nodes.filter(isElement).flatMap((element) => imagesOf(element, html))),
    comments: nodes.flatMap(({ nodeName, sourceCodeLocation }) =>
      nodeName === '#comment' && sourceCodeLocation
        ? [{ start: sourceCodeLocation.startOffset, end: sourceCodeLocation.endOffset }]
        : [],
    ),
  }
}

function imagesOf(element: Element, text: string): ImageAddress[] {
  const { tagName, attrs } = element
  if (tagName === 'input' && attributeOf(attrs, 'type')?.toLowerCase() !== 'image') return []
  const alt = attributeOf(attrs, 'alt')
  const named = isFullSize(element) ? { href: 'one' } : (attributes[tagName] ?? {})
  return Object.entries(named).flatMap(([name, holds]) => {
    const place = valueSpan(element, name, text)
    if (place === undefined) return []
    const raw = text.slice(place.start, place.end)
    const parts = holds === 'list' ? srcsetAddresses(raw) : [trimmed(raw)]
    return parts
      .filter(({ start, end }) => start < end)
      .map(({ start, end }) => {
        const address = valueOfHtml(raw.slice(start, end))
        const words = tagName === 'img' && name === 'src' && alt !== undefined ? { alt } : {}
        return place.isBare
          ? { start: place.start, end: place.end, address, ...words, written: inQuotes }
          : { start: place.start + start, end: place.start + end, address, ...words }
      })
  })
}

/** Where the value of an attribute is, without its quotes; empty if it has none. */
function valueSpan(
  { sourceCodeLocation }: Element,
  name: string,
  text: string,
): (Span & { isBare: boolean }) | undefined {
  const place = sourceCodeLocation?.attrs?.[name]
  if (place === undefined) return undefined
  const end = place.endOffset
  let start = place.startOffset + 1
  while (start < end && text.charAt(start) !== '=') start += 1
  start = Math.min(start + 1, end)
  while (start < end && isSpace(text.charAt(start))) start += 1
  const isBare = start === end || !`"'`.includes(text.charAt(start))
  return isBare ? { start, end, isBare } : { start: start + 1, end: end - 1, isBare }
}

/** A link from a picture to the same in full size. */
function isFullSize({ tagName, attrs, childNodes }: Element): boolean {
  const isPicture = (node: Node) => isElement(node) && ['img', 'picture'].includes(node.tagName)
  return tagName === 'a' && childNodes.some(isPicture) && looksLikePicture(attributeOf(attrs, 'href') ?? '')
}

const words = /^(?:alt|title|class|id|name|aria-.*)$/

/** Everything that looks like the address of a picture in other attributes. */
function leftInAttributes(element: Element, text: string): LeftAddress[] {
  const images = imagesOf(element, text)
  return element.attrs.flatMap(({ name, value }): LeftAddress[] => {
    const place = valueSpan(element, name, text)
    if (place === undefined || words.test(name)) return []
    const { start, end } = place
    if (name === 'style') return leftInCss(text.slice(start, end), start)
    const isImage = images.some((image) => image.start >= start && image.start < end)
    return isImage || !looksLikePicture(value) ? [] : [{ start, address: value.trim() }]
  })
}

/** The same in style sheets and in scripts. */
function leftInText({ tagName, childNodes }: Element): LeftAddress[] {
  if (tagName !== 'style' && tagName !== 'script') return []
  return childNodes.flatMap((node): LeftAddress[] => {
    if (!('value' in node) || !node.sourceCodeLocation) return []
    const { startOffset } = node.sourceCodeLocation
    if (tagName === 'style') return leftInCss(node.value, startOffset)
    return pictureAddressesIn(node.value).map((one) => ({ ...one, start: one.start + startOffset }))
  })
}

function leftInCss(css: string, from: number): LeftAddress[] {
  const left: LeftAddress[] = []
  for (let at = css.indexOf('url('); at >= 0; at = css.indexOf('url(', at + 4)) {
    let start = at + 4
    while (['"', "'"].includes(css.charAt(start)) || isSpace(css.charAt(start))) start += 1
    let end = start
    while (end < css.length && !`"')`.includes(css.charAt(end))) end += 1
    const address = css.slice(start, end).trim()
    if (looksLikePicture(address)) left.push({ start: from + at, address })
  }
  return left
}

/** HTML ignores white space around an address. */
function trimmed(raw: string): Span {
  const start = raw.length - raw.trimStart().length
  return { start, end: Math.max(start, raw.trimEnd().length) }
}

/** The value that a browser reads: `a&amp;b` is `a&b`. */
export function valueOfHtml(raw: string): string {
  if (!raw.includes('&')) return raw
  const quote = raw.includes('"') ? "'" : '"'
  const [element] = nodesOf(parseFragment(`<img src=${quote}${raw}${quote}>`)).filter(isElement)
  return (element && attributeOf(element.attrs, 'src')) ?? raw
}

function attributeOf(attrs: Element['attrs'], name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value
}

const isElement = (node: Node): node is Element => 'tagName' in node

/** Every node in the order of the document, those of templates included. */
function nodesOf(root: Node): Node[] {
  const found: Node[] = []
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node)
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child)
  }
  return found
}
