import { type ImageAddress, type LeftAddress, looksLikePicture } from './image-address.ts'
import { imagesOfShortcode } from './shortcodes.ts'
import { createSpanReader, endOf, isSpace, type Span } from './spans.ts'
import { imagesOfTag, type Tag } from './tags.ts'
import { spacedTargetAt } from './targets.ts'
import { imageOfWikiLink } from './wiki-links.ts'

/** The images that no parser of Markdown or HTML finds. */
interface ScannedText {
  images: ImageAddress[]
  /** Addresses with a space, in images and links. */
  spaced: LeftAddress[]
  /** Comments and examples. */
  unseen: Span[]
  /** Values that are text for readers. */
  words: Span[]
}

/** Elements whose content is raw text, without tags. */
const rawTextElements = new Set('script style textarea title xmp iframe noembed noframes'.split(' '))

/** Start and end of comments and examples. Markdown's parser finds HTML comments itself. */
const comments: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['{/*', '*/}'],
  ['{{</*', '*/>}}'],
  ['{{%/*', '*/%}}'],
]

const shortcodes: readonly (readonly [string, ...string[]])[] = [
  ['{{<', '>}}', '%}}'],
  ['{{%', '>}}', '%}}'],
  ['{%', '%}'],
]

const isSignOfName = (sign: string): boolean => /[\w.:-]/.test(sign)
const isSignOfAttribute = (sign: string): boolean => /[\w.:@$#-]/.test(sign)
const isSignOfBareValue = (sign: string): boolean => !isSpace(sign) && !'"\'<>={}`'.includes(sign)

/** A tag with an unclosed brace in an attribute. */
interface OpenTag {
  tag: Tag
  braces: number
}

/**
 * Finds shortcodes, tags of HTML and components, wiki links, and addresses that CommonMark does not support. It makes
 * one pass, in linear time.
 * @param hidden spans to skip
 * @param withComponents whether tags are those of MDX
 */
export function scanText(text: string, hidden: readonly Span[], withComponents: boolean): ScannedText {
  const images: ImageAddress[] = []
  const words: Span[] = []
  const spaced: LeftAddress[] = []
  const unseen: Span[] = []
  const hiddenEnd = createSpanReader(hidden)
  const find = createFinder(text)
  const openTags: OpenTag[] = []
  /** The tag whose attributes are being read. */
  let tag: Tag | undefined
  /** Start of the last image label that is still open. */
  let label: number | undefined
  let at = 0

  const skipSpace = (from: number): number => endOf(text, from, isSpace)
  const word = (from: number, isPart: (sign: string) => boolean): string =>
    text.slice(from, endOf(text, from, isPart))
  const add = (found: { images: ImageAddress[]; words: Span[] }) => {
    for (const one of found.images) images.push(one)
    for (const one of found.words) words.push(one)
  }
  const endTag = (ended: Tag) => add(imagesOfTag(ended, text, text.slice(at, at + 200)))

  while (at < text.length) {
    if (tag !== undefined) {
      readAttribute(tag)
      continue
    }
    const next = hiddenEnd(at)
    if (next === undefined) readText(text.charAt(at))
    else at = next
  }
  for (const one of [...openTags.map((open) => open.tag), ...(tag === undefined ? [] : [tag])]) endTag(one)
  return { images, spaced, unseen, words }

  function readText(sign: string): void {
    if ((sign === '{' || sign === '<') && (readComment() || readShortcode())) return
    if (sign === '<' && readTagName()) return
    if ((sign === '!' || sign === '[') && readLabel()) return
    if (sign === ']' && readTarget()) return
    if (sign === '[' || sign === ']' || sign === '\n') label = undefined
    const open = openTags.at(-1)
    if (open !== undefined && sign === '{') open.braces += 1
    if (open !== undefined && sign === '}') {
      open.braces -= 1
      if (open.braces === 0) tag = openTags.pop()?.tag
    }
    at += sign === '\\' && '\\<!`]'.includes(text.charAt(at + 1)) ? 2 : 1
  }

  function readComment(): boolean {
    for (const [begin, end] of comments) {
      if (!text.startsWith(begin, at) || (begin === '<!--' && !withComponents)) continue
      const close = find(end, at + begin.length)
      if (close < 0) return false
      unseen.push({ start: at, end: close + end.length })
      at = close + end.length
      return true
    }
    return false
  }

  function readShortcode(): boolean {
    for (const [begin, ...ends] of shortcodes) {
      if (!text.startsWith(begin, at)) continue
      const closes = ends.map((end) => find(end, at + begin.length)).filter((place) => place >= 0)
      if (closes.length === 0) return false
      // Opening and closing delimiters have the same length.
      const close = Math.min(...closes) + begin.length
      add(imagesOfShortcode(text.slice(at, close), at))
      at = close
      return true
    }
    return false
  }

  function readTagName(): boolean {
    const name = word(at + 1, isSignOfName)
    const behind = text.charAt(at + 1 + name.length)
    if (!/^[A-Za-z]/.test(name) || !(isSpace(behind) || behind === '/' || behind === '>')) return false
    tag = { name, attributes: [] }
    at += 1 + name.length
    return true
  }

  function readAttribute(current: Tag): void {
    const space = word(at, isSpace)
    at += space.length
    const sign = text.charAt(at)
    if (sign === '/' && text.charAt(at + 1) !== '>') {
      at += 1
      return
    }
    if (sign === '{') {
      openTags.push({ tag: current, braces: 1 })
      tag = undefined
      at += 1
      return
    }
    const name = word(at, isSignOfAttribute)
    if (name === '') {
      tag = undefined
      // Outside MDX this `>` marks a quotation.
      if (sign === '>' && !withComponents && /[\r\n][ \t]*$/.test(space)) return
      if (sign === '/' || sign === '>') at += sign === '/' ? 2 : 1
      endTag(current)
      if (sign === '>') skipRawText(current.name)
      return
    }
    at = skipSpace(at + name.length)
    if (text.charAt(at) !== '=') return
    at = skipSpace(at + 1)
    readValue(current, name)
  }

  function readValue(current: Tag, name: string): void {
    const inBraces = text.charAt(at) === '{'
    const inner = inBraces ? skipSpace(at + 1) : at
    const quote = text.charAt(inner)
    if (quote === '"' || quote === "'" || (inBraces && quote === '`')) {
      const end = find(quote, inner + 1)
      const close = inBraces ? skipSpace(end + 1) : end
      const behind = text.charAt(close + 1)
      // A value that runs into the next one is unterminated.
      const isWhole = inBraces
        ? text.charAt(close) === '}'
        : behind === '/' || behind === '>' || isSpace(behind)
      if (end >= 0 && isWhole) {
        const isFilledIn = quote === '`' && text.slice(inner, end).includes('$')
        if (!isFilledIn) current.attributes.push({ name, start: inner + 1, end, isBare: false })
        at = close + 1
        return
      }
    }
    const bare = word(at, isSignOfBareValue)
    const length = bare.endsWith('/') ? bare.length - 1 : bare.length
    if (length > 0) current.attributes.push({ name, start: at, end: at + length, isBare: true })
    at += bare.length
  }

  function skipRawText(name: string): void {
    const element = withComponents ? name : name.toLowerCase()
    if (!rawTextElements.has(element)) return
    for (let close = find('</', at); close >= 0; close = find('</', at)) {
      at = close + 2
      if (text.slice(at, at + name.length).toLowerCase() === element) return
    }
    at = text.length
  }

  function readLabel(): boolean {
    const mark = text.charAt(at) === '!' ? '!' : ''
    if (!text.startsWith('[', at + mark.length)) return false
    const wiki = imageOfWikiLink(text, at)
    if (wiki !== undefined) {
      images.push(wiki)
      at = wiki.end
      return true
    }
    if (mark === '') return false
    at += 2
    label = at
    return true
  }

  /** Reads `](address "title")`. */
  function readTarget(): boolean {
    const target = text.charAt(at + 1) === '(' ? spacedTargetAt(text, at + 2) : undefined
    if (target === undefined) return false
    const { close, ...span } = target
    const address = text.slice(span.start, span.end)
    if (!looksLikePicture(address)) return false
    const alt = label === undefined ? undefined : text.slice(label, at)
    spaced.push({ ...span, address, alt, isImage: alt !== undefined })
    at = close
    label = undefined
    return true
  }
}

/** Creates an `indexOf` that remembers results, so that a missing string is searched for only once. */
function createFinder(text: string): (part: string, from: number) => number {
  const known = new Map<string, { from: number; place: number }>()
  return (part, from) => {
    const last = known.get(part)
    if (last !== undefined && last.from <= from && (last.place < 0 || last.place >= from)) return last.place
    const place = text.indexOf(part, from)
    known.set(part, { from, place })
    return place
  }
}
