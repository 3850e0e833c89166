import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5'
import type { DocumentImages, ImageAddress } from './image-address.ts'
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
  return { images: imagesIn(document, text), base: base && attributeOf(base.attrs, 'href') }
}

/** The images of a piece of HTML, such as Markdown has. */
export function imagesOfFragment(html: string): ImageAddress[] {
  return imagesIn(parseFragment(html, parsing), html)
}

function imagesIn(root: ParentNode, text: string): ImageAddress[] {
  return elementsOf(root)
    .flatMap((element) => imagesOf(element, text))
    .toSorted((a, b) => a.start - b.start)
}

function imagesOf({ tagName, attrs, sourceCodeLocation }: Element, text: string): ImageAddress[] {
  if (tagName === 'input' && attributeOf(attrs, 'type')?.toLowerCase() !== 'image') return []
  return Object.entries(attributes[tagName] ?? {}).flatMap(([name, holds]) => {
    const place = sourceCodeLocation?.attrs?.[name]
    if (place === undefined) return []
    const { start: from, end: to, isBare } = valueSpan(text, place.startOffset, place.endOffset)
    const raw = text.slice(from, to)
    const parts = holds === 'list' ? srcsetAddresses(raw) : [trimmed(raw)]
    return parts
      .filter(({ start, end }) => start < end)
      .map(({ start, end }) => {
        const address = withoutEscapes(raw.slice(start, end))
        return isBare
          ? { start: from, end: to, address, isBare }
          : { start: from + start, end: from + end, address }
      })
  })
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

/** HTML ignores white space around an address. */
function trimmed(raw: string): { start: number; end: number } {
  const start = raw.length - raw.trimStart().length
  return { start, end: Math.max(start, raw.trimEnd().length) }
}

/** The value that a browser reads: `a&amp;b` is `a&b`. */
function withoutEscapes(raw: string): string {
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
