import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import { CST, Parser } from 'yaml'
import { type ImageAddress, type LeftAddress, looksLikePicture } from './image-address.ts'
import { pictureAddressesIn } from './left-addresses.ts'
import { inOrderOfPlace, movedBy, type Span } from './spans.ts'

/** Front matter keys that hold images in the themes of common generators. */
export const usualKeys = ['cover', 'image', 'images', 'thumbnail', 'banner', 'og_image'] as const

const keysOfWords = /^(?:title|description|summary|alt|caption|slug|aliases|tags|categories)$/i

/** Front matter: its end, its images, and image-like addresses under other keys. */
export interface FrontMatter {
  /** 0 if there is none. */
  end: number
  images: ImageAddress[]
  left: LeftAddress[]
}

/** The innermost key above a value, and whether any key above it holds images. */
interface Keys {
  last: string
  holdsPictures: boolean
}

/** A value without quotes, or one line of a block scalar. */
interface Value extends Span {
  keys: Keys
  value: string
}

type Enter = (keys: Keys, key: string) => Keys

/**
 * Reads the front matter at the beginning of a document: YAML, TOML or JSON.
 * @param names keys that hold images, in lower case
 */
export function readFrontMatter(text: string, names: ReadonlySet<string>): FrontMatter {
  const { start, close, end, syntax } = partOf(text)
  const part = text.slice(start, close)
  const enter: Enter = ({ holdsPictures }, key) => ({
    last: key,
    holdsPictures: holdsPictures || names.has(key.toLowerCase()),
  })
  const values = syntax === 'toml' ? valuesOfToml(part, enter) : valuesOfYaml(part, enter)
  if (values === undefined) return { end, images: [], left: movedBy(start, pictureAddressesIn(part)) }
  const images: ImageAddress[] = []
  const left: LeftAddress[] = []
  for (const { keys, value, ...span } of inOrderOfPlace(movedBy(start, values))) {
    const name = nameInVault(value)
    const address = name ?? value
    const isRemote = /^(?:https?:)?\/\/\S+$/i.test(address)
    if (keysOfWords.test(keys.last)) continue
    if (keys.holdsPictures && (isRemote || looksLikePicture(address))) {
      images.push({ ...span, address, ...(name !== undefined && { isName: true }) })
    } else if (looksLikePicture(address) && !/\s/.test(address)) left.push({ ...span, address })
  }
  return { end, images, left }
}

/** The file name in an Obsidian link: `[[a.png|words]]`. */
function nameInVault(value: string): string | undefined {
  const from = value.startsWith('!') ? 1 : 0
  if (!value.startsWith('[[', from) || !value.endsWith(']]')) return undefined
  const [name = ''] = value.slice(from + 2, -2).split(/[|#]/, 1)
  return /[[\]]/.test(name) || name.trim() === '' ? undefined : name.trim()
}

const marks = [
  { open: '---', closes: ['---', '...'], syntax: 'yaml' },
  { open: '+++', closes: ['+++'], syntax: 'toml' },
  { open: '{', closes: ['}'], syntax: 'json' },
] as const

/** Finds the front matter between its two delimiter lines. For JSON these belong to it. */
function partOf(text: string) {
  const none = { start: 0, close: 0, end: 0, syntax: 'yaml' as const }
  const first = text.indexOf('\n') + 1
  const mark = marks.find(({ open }) => first > 0 && text.slice(0, first).trimEnd() === open)
  if (mark === undefined) return none
  for (let at = first; at < text.length; ) {
    const end = text.indexOf('\n', at) + 1 || text.length
    if (mark.closes.some((close) => text.startsWith(close, at) && text.slice(at, end).trimEnd() === close)) {
      return mark.syntax === 'json'
        ? { start: 0, close: end, end, syntax: mark.syntax }
        : { start: first, close: at, end, syntax: mark.syntax }
    }
    at = end
  }
  return none
}

/** Also reads JSON, which is a subset of YAML. Syntax errors do not stop it. */
function valuesOfYaml(text: string, enter: Enter): Value[] {
  const values: Value[] = []
  const waiting: { token: CST.Token; keys: Keys }[] = []
  for (const token of new Parser().parse(text)) waiting.push({ token, keys: noKeys })
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { token, keys } = next
    if (token.type === 'document' && token.value) waiting.push({ token: token.value, keys })
    if (CST.isCollection(token)) {
      for (const { key, value } of token.items) {
        if (!value) continue
        const name = key && CST.isScalar(key) ? scalarOf(key) : undefined
        waiting.push({ token: value, keys: name === undefined ? keys : enter(keys, name) })
      }
    } else if (CST.isScalar(token)) {
      const isBlock = token.type === 'block-scalar'
      const header = isBlock ? token.props : []
      const from = header.reduce((end, one) => end + ('source' in one ? one.source.length : 0), token.offset)
      const quotes = token.type.endsWith('quoted-scalar') ? 1 : 0
      const span = { start: from + quotes, end: from + token.source.length - quotes }
      for (const line of isBlock ? linesIn(text, span) : [{ ...span, value: scalarOf(token) }]) {
        values.push({ ...line, keys })
      }
    }
  }
  return values
}

const noKeys: Keys = { last: '', holdsPictures: false }

/** The value of a scalar; syntax errors are ignored. */
const scalarOf = (token: CST.FlowScalar | CST.BlockScalar): string =>
  CST.resolveAsScalar(token, false, () => {}).value

/** @returns `undefined` if the text is not TOML */
function valuesOfToml(text: string, enter: Enter): Value[] | undefined {
  const values: Value[] = []
  const waiting: { node: TomlNode; keys: Keys }[] = []
  try {
    for (const node of parseTOML(text).body[0].body) waiting.push({ node, keys: noKeys })
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, keys } = next
    if (node.type === 'TOMLValue') {
      if (node.kind !== 'string') continue
      const quotes = node.multiline ? 3 : 1
      const span = { start: node.range[0] + quotes, end: node.range[1] - quotes }
      for (const line of node.multiline ? linesIn(text, span) : [{ ...span, value: node.value }]) {
        values.push({ ...line, keys })
      }
    } else if (node.type === 'TOMLKeyValue') {
      waiting.push({ node: node.value, keys: namesOf(node.key).reduce(enter, keys) })
    } else {
      const inner = node.type === 'TOMLTable' ? namesOf(node.key).reduce(enter, keys) : keys
      for (const child of node.type === 'TOMLArray' ? node.elements : node.body) {
        waiting.push({ node: child, keys: inner })
      }
    }
  }
  return values
}

type TomlNode = AST.TOMLTable | AST.TOMLKeyValue | AST.TOMLContentNode

const namesOf = ({ keys }: AST.TOMLKey): string[] =>
  keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value))

function* linesIn(text: string, { start, end }: Span): Generator<Omit<Value, 'keys'>> {
  for (let at = start; at < end; ) {
    const next = text.indexOf('\n', at) + 1
    const until = next === 0 || next > end ? end : next
    const raw = text.slice(at, until)
    const value = raw.trim()
    const from = at + raw.length - raw.trimStart().length
    if (value !== '') yield { value, start: from, end: from + value.length }
    at = until
  }
}
