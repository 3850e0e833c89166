import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import {
  type DocumentImages,
  type ImageAddress,
  inOrderOfPlace,
  inQuotes,
  type LeftAddress,
  looksLikePicture,
  pictureAddressesIn,
} from './image-address.ts'
import { srcsetAddresses } from './srcset.ts'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

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
  const document = parse(text, parsing)
  const base = elementsOf(document).find(
    ({ tagName, attrs }) => tagName === 'base' && attributeOf(attrs, 'href'),
  )
  const images = imagesIn(document, text)
  return { images, left: leftIn(document, text, images), base: base && attributeOf(base.attrs, 'href') }
}

/** The images of a piece of HTML, such as Markdown has. */
export function imagesOfFragment(html: string): ImageAddress[] {
  return imagesIn(parseFragment(html, parsing), html)
}

function imagesIn(root: ParentNode, text: string): ImageAddress[] {
  return inOrderOfPlace(elementsOf(root).flatMap((element) => imagesOf(element, text)))
}

function imagesOf(element: Element, text: string): ImageAddress[] {
  const { tagName, attrs, sourceCodeLocation } = element
  if (tagName === 'input' && attributeOf(attrs, 'type')?.toLowerCase() !== 'image') return []
  const alt = attributeOf(attrs, 'alt')
  return Object.entries(isFullSize(element) ? { href: 'one' } : (attributes[tagName] ?? {})).flatMap(
    ([name, holds]) => {
      const place = sourceCodeLocation?.attrs?.[name]
      if (place === undefined) return []
      const { start: from, end: to, isBare } = valueSpan(text, place.startOffset, place.endOffset)
      const raw = text.slice(from, to)
      const parts = holds === 'list' ? srcsetAddresses(raw) : [trimmed(raw)]
      return parts
        .filter(({ start, end }) => start < end)
        .map(({ start, end }) => {
          const address = valueOfHtml(raw.slice(start, end))
          const words = tagName === 'img' && name === 'src' && alt !== undefined ? { alt } : {}
          return isBare
            ? { start: from, end: to, address, ...words, written: inQuotes }
            : { start: from + start, end: from + end, address, ...words }
        })
    },
  )
}

/** Where the value of an attribute is, without its quotes; empty if it has none. */
function valueSpan(
  text: string,
  start: number,
  end: number,
): { start: number; end: number; isBare: boolean } {
  const written = text.slice(start, end)
  const [head, quote = ''] = /^[^\s=]+\s*=\s*(["']?)/.exec(written) ?? [written]
  return { start: start + head.length, end: end - quote.length, isBare: quote === '' }
}

/** A link from a picture to the same in full size. */
function isFullSize({ tagName, attrs, childNodes }: Element): boolean {
  const isPicture = (node: DefaultTreeAdapterTypes.Node) =>
    'tagName' in node && /^(?:img|picture)$/.test(node.tagName)
  return tagName === 'a' && childNodes.some(isPicture) && looksLikePicture(attributeOf(attrs, 'href') ?? '')
}

const words = /^(?:alt|title|class|id|name|aria-.*)$/
const inCss = /url\(\s*(["']?)([^"')]+)\1\s*\)/g

/** What looks like the address of a picture in other attributes, in style sheets and in scripts. */
function leftIn(root: ParentNode, text: string, images: readonly ImageAddress[]): LeftAddress[] {
  const handled = new Set(images.map(({ start }) => start))
  return elementsOf(root).flatMap((element) => {
    const { tagName, attrs, sourceCodeLocation } = element
    const ofAttributes = attrs.flatMap(({ name, value }): LeftAddress[] => {
      const place = sourceCodeLocation?.attrs?.[name]
      if (place === undefined || words.test(name)) return []
      const { start, end } = valueSpan(text, place.startOffset, place.endOffset)
      if (name === 'style') return leftInCss(text.slice(start, end), start)
      const isHandled = [...handled].some((one) => one >= start && one < end)
      return isHandled || !looksLikePicture(value) ? [] : [{ start, address: value.trim() }]
    })
    if (tagName !== 'style' && tagName !== 'script') return ofAttributes
    const ofText = element.childNodes.flatMap((node): LeftAddress[] => {
      if (!('value' in node) || !node.sourceCodeLocation) return []
      const { startOffset } = node.sourceCodeLocation
      if (tagName === 'style') return leftInCss(node.value, startOffset)
      return [...pictureAddressesIn(node.value)].map((one) => ({ ...one, start: one.start + startOffset }))
    })
    return [...ofAttributes, ...ofText]
  })
}

function leftInCss(css: string, from: number): LeftAddress[] {
  return [...css.matchAll(inCss)].flatMap(({ 2: address = '', index }) =>
    looksLikePicture(address) ? [{ start: from + index, address }] : [],
  )
}

/** HTML ignores white space around an address. */
function trimmed(raw: string): { start: number; end: number } {
  const start = raw.length - raw.trimStart().length
  return { start, end: Math.max(start, raw.trimEnd().length) }
}

/** The value that a browser reads: `a&amp;b` is `a&b`. */
export function valueOfHtml(raw: string): string {
  if (!raw.includes('&')) return raw
  const quote = raw.includes('"') ? "'" : '"'
  const [element] = elementsOf(parseFragment(`<img src=${quote}${raw}${quote}>`))
  return (element && attributeOf(element.attrs, 'src')) ?? raw
}

function attributeOf(attrs: Element['attrs'], name: string): string | undefined {
  return attrs.find((attr) => attr.name === name)?.value
}

/** Every element in the order of the document, those of templates included. */
function elementsOf(root: ParentNode): Element[] {
  const found: Element[] = []
  const waiting: DefaultTreeAdapterTypes.Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) found.push(node)
    if ('content' in node) waiting.push(node.content)
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed())
  }
  return found
}
