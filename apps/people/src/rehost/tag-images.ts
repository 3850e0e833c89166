import { valueOfHtml } from './html-images.ts'
import { type ImageAddress, inQuotes, looksLikePicture, type Span } from './image-address.ts'
import { srcsetAddresses } from './srcset.ts'

/** An attribute of a tag, with the place of its value without quotes and braces. */
interface Attribute extends Span {
  name: string
  kind: 'quoted' | 'bare' | 'expression'
}

const opening = /(?<!\\)<([A-Za-z][\w.:-]*)(?=[\s/>])/g
const wordsOf = /^(?:alt|title|class|classname|id|name|aria-[\w-]+|width|height|loading)$/i
const pictureTag = /^(?:img|image|picture|source|figure|photo|zoom|lightbox)|image$|img$/i

/**
 * The images of tags that a document holds, as HTML and JSX write them, wherever they stand. It sees what readers of
 * HTML in Markdown do not: components, values in braces, and addresses without quotes that have slashes.
 */
export function imagesOfTags(text: string): { images: ImageAddress[]; words: Span[] } {
  const images: ImageAddress[] = []
  const words: Span[] = []
  for (const { 0: start, 1: tag = '', index } of text.matchAll(opening)) {
    const { attributes, end } = attributesFrom(text, index + start.length)
    const readValue = ({ start, end }: Span) => valueOfHtml(text.slice(start, end))
    const type = attributes.find(({ name }) => name === 'type')
    if (/^input$/i.test(tag) && (type === undefined || !/^image$/i.test(readValue(type)))) continue
    const alt = attributes.find(({ name }) => name === 'alt')
    for (const attribute of attributes) {
      const raw = text.slice(attribute.start, attribute.end)
      if (wordsOf.test(attribute.name)) words.push(attribute)
      else if (/^srcset$/i.test(attribute.name)) {
        for (const one of srcsetAddresses(raw)) {
          const place = { start: attribute.start + one.start, end: attribute.start + one.end }
          if (one.end > one.start) images.push({ ...place, address: readValue(place) })
        }
      } else if (isPicture(tag, attribute, readValue(attribute), text, end)) {
        images.push({
          start: attribute.start,
          end: attribute.end,
          address: readValue(attribute),
          ...(alt !== undefined && attribute.name === 'src' && { alt: readValue(alt) }),
          ...(attribute.kind === 'bare' && { written: inQuotes }),
        })
      }
    }
  }
  return { images, words }
}

function isPicture(
  tag: string,
  { name, start, end }: Attribute,
  value: string,
  text: string,
  after: number,
): boolean {
  if (start === end || value.trim() !== value) return false
  if (tag === 'a')
    return (
      name === 'href' && looksLikePicture(value) && /^\s*(?:<img\b|!\[)/i.test(text.slice(after, after + 200))
    )
  if (name === 'src')
    return looksLikePicture(value) || (pictureTag.test(tag) && /^(?:https?:)?\/\//i.test(value))
  return /^(?:poster|image|cover|thumbnail)$/i.test(name) && looksLikePicture(value)
}

/** The attributes behind a tag's name, and where the tag ends. */
function attributesFrom(text: string, from: number): { attributes: Attribute[]; end: number } {
  const attributes: Attribute[] = []
  const next =
    /\s*(?:(\/?>)|\{[^{}]*\}|([^\s"'<>/={}]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"\n]*)"|'([^'\n]*)'|`([^`$]*)`)\s*\}|\{[^{}]*\}|([^\s"'<>={}`]+)))?|\/)/y
  next.lastIndex = from
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [whole, close, name = '', a, b, c, d, e, bare] = found
    // At the beginning of a line it is the mark of a quotation.
    if (close === '>' && /[\r\n][ \t]*$/.test(whole.slice(0, -1)))
      return { attributes: [], end: next.lastIndex }
    if (close !== undefined || whole === '') return { attributes, end: next.lastIndex }
    const quoted = a ?? b
    const expression = c ?? d ?? e
    const value = quoted ?? expression ?? (bare === undefined ? undefined : bare.replace(/\/$/, ''))
    if (value === undefined) continue
    const at = found.index + whole.length
    const kind = quoted !== undefined ? 'quoted' : expression !== undefined ? 'expression' : 'bare'
    const trailing =
      kind === 'expression'
        ? (/["'`]\s*\}$/.exec(whole)?.[0].length ?? 0)
        : kind === 'quoted'
          ? 1
          : (bare ?? '').length - value.length
    attributes.push({ name, kind, start: at - trailing - value.length, end: at - trailing })
  }
  return { attributes, end: next.lastIndex || from }
}
