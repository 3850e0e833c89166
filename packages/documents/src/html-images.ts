import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import { type Attribute, type Held, imagesOfAttributes, wordsOf } from './attributes.ts'
import {
  type DocumentImages,
  type ImageAddress,
  type LeftAddress,
  looksLikePicture,
} from './image-address.ts'
import { pictureAddressesIn } from './left-addresses.ts'
import { endOf, inOrderOfPlace, isOneOf, isSpace, movedBy, type Span } from './spans.ts'

const isQuote = isOneOf(`"'`)

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** Attributes that name images: one address, or a list of them. */
const attributes: Readonly<Record<string, Readonly<Record<string, Held>>>> = {
  img: { src: 'one', srcset: 'list' },
  source: { srcset: 'list' },
  video: { poster: 'one' },
  input: { src: 'one' },
}

/** Parses `<noscript>` too, as browsers without scripts do. */
const parsing = { sourceCodeLocationInfo: true, scriptingEnabled: false } as const

/** Finds the images of an HTML document. */
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

/** Finds the images and comments of an HTML fragment, for example in Markdown. */
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
  const held = isFullSize(element) ? { href: 'one' as const } : attributes[tagName]
  if (held === undefined) return []
  return imagesOfAttributes(text, attributesOf(element, text), {
    holds: (name) => held[name],
    decode: valueOfHtml,
  }).images
}

/** The attributes with the positions of their values; an attribute without a value has an empty span. */
function attributesOf({ attrs, sourceCodeLocation }: Element, text: string): Attribute[] {
  return attrs.flatMap(({ name }) => {
    const place = sourceCodeLocation?.attrs?.[name]
    if (place === undefined) return []
    const end = place.endOffset
    const written = text.slice(place.startOffset, end)
    const equals = endOf(written, 1, (sign) => sign !== '=')
    const start = Math.min(place.startOffset + endOf(written, equals + 1, isSpace), end)
    const isBare = start === end || !isQuote(text.charAt(start))
    return [isBare ? { name, start, end, isBare } : { name, start: start + 1, end: end - 1, isBare }]
  })
}

/** Whether the element links an image to its full size. */
function isFullSize({ tagName, attrs, childNodes }: Element): boolean {
  const isPicture = (node: Node) => isElement(node) && ['img', 'picture'].includes(node.tagName)
  return tagName === 'a' && childNodes.some(isPicture) && looksLikePicture(attributeOf(attrs, 'href') ?? '')
}

/** Image-like addresses in all other attributes. */
function leftInAttributes(element: Element, text: string): LeftAddress[] {
  const images = imagesOf(element, text)
  return attributesOf(element, text).flatMap(({ name, start, end }): LeftAddress[] => {
    if (wordsOf.test(name)) return []
    if (name === 'style') return leftInCss(text.slice(start, end), start)
    const value = attributeOf(element.attrs, name) ?? ''
    const isImage = images.some((image) => image.start >= start && image.start < end)
    return isImage || !looksLikePicture(value) ? [] : [{ start, end, address: value.trim() }]
  })
}

/** Image-like addresses in style sheets and scripts. */
function leftInText({ tagName, childNodes }: Element): LeftAddress[] {
  if (tagName !== 'style' && tagName !== 'script') return []
  return childNodes.flatMap((node): LeftAddress[] => {
    if (!('value' in node) || !node.sourceCodeLocation) return []
    const { startOffset } = node.sourceCodeLocation
    if (tagName === 'style') return leftInCss(node.value, startOffset)
    return movedBy(startOffset, pictureAddressesIn(node.value))
  })
}

function leftInCss(css: string, from: number): LeftAddress[] {
  const left: LeftAddress[] = []
  for (let at = css.indexOf('url('); at >= 0; at = css.indexOf('url(', at + 4)) {
    const start = endOf(css, at + 4, (sign) => isQuote(sign) || isSpace(sign))
    const end = endOf(css, start, (sign) => sign !== ')' && !isQuote(sign))
    const address = css.slice(start, end).trim()
    if (looksLikePicture(address)) left.push({ start: from + start, end: from + end, address })
  }
  return left
}

/** Decodes entities as browsers do: `a&amp;b` is `a&b`. */
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

/** Every node in document order, including the content of templates. */
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
