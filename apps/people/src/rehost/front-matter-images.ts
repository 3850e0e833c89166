import { type ImageAddress, type LeftAddress, looksLikePicture } from './image-address.ts'

/** The keys that hold pictures in the themes of the usual generators. */
export const usualKeys = ['cover', 'image', 'images', 'thumbnail', 'banner', 'og_image'] as const

const keysOfWords = /^(?:title|description|summary|alt|caption|slug|aliases|tags|categories)$/i
/** How the properties of Obsidian name a file: `[[a.png]]`. */
const nameInVault = /^!?\[\[([^[\]|#]+)(?:[|#][^[\]]*)?\]\]$/
const opening = /^(?:---|\+\+\+)[ \t]*\r?\n/

/** Front matter: where it ends, its pictures, and what looks like one under another key. */
export interface FrontMatter {
  /** 0 if there is none. */
  end: number
  images: ImageAddress[]
  left: LeftAddress[]
}

/** A value with the keys that it stands under, from the outermost. */
interface Value {
  keys: string[]
  start: number
  end: number
  isBare: boolean
}

/** Reads the front matter at the beginning of a document: YAML, TOML or JSON. */
export function readFrontMatter(text: string, keys: ReadonlySet<string>): FrontMatter {
  const { start, end, syntax } = partOf(text)
  if (end === 0) return { end, images: [], left: [] }
  const values = syntax === 'json' ? valuesOfJson(text, start, end) : valuesOfLines(text, start, end)
  const images: ImageAddress[] = []
  const left: LeftAddress[] = []
  for (const { keys: path, start, end } of values) {
    const value = text.slice(start, end)
    const name = nameInVault.exec(value)?.[1]?.trim()
    const address = name ?? value
    const isAddress = looksLikePicture(address) && !/\s/.test(address)
    const isRemote = /^(?:https?:)?\/\/\S+$/i.test(address)
    if (keysOfWords.test(path.at(-1) ?? '')) continue
    if (path.some((key) => keys.has(key.toLowerCase())) && (isRemote || looksLikePicture(address))) {
      images.push({ start, end, address, ...(name !== undefined && { isName: true }) })
    } else if (isAddress) left.push({ start, address })
  }
  return { end, images, left }
}

function partOf(text: string): { start: number; end: number; syntax: 'lines' | 'json' } {
  const mark = opening.exec(text)?.[0]
  if (mark !== undefined) {
    const close = new RegExp(
      `^${mark.startsWith('-') ? '(?:---|\\.\\.\\.)' : '\\+\\+\\+'}[ \\t]*(?:\\r?\\n|$)`,
      'm',
    )
    const found = close.exec(text.slice(mark.length))
    return found === null
      ? { start: 0, end: 0, syntax: 'lines' }
      : { start: mark.length, end: mark.length + found.index + found[0].length, syntax: 'lines' }
  }
  const json = /^\{\r?\n[\s\S]*?\n\}[ \t]*(?:\r?\n|$)/.exec(text)?.[0]
  return { start: 0, end: json?.length ?? 0, syntax: 'json' }
}

function valuesOfJson(text: string, start: number, end: number): Value[] {
  const part = text.slice(start, end)
  let key = ''
  const values: Value[] = []
  for (const { 0: whole, 1: name, index } of part.matchAll(/"((?:[^"\\]|\\.)*)"(?:\s*:)?/g)) {
    if (whole.endsWith(':')) key = name ?? ''
    else
      values.push({
        keys: [key],
        start: start + index + 1,
        end: start + index + whole.length - 1,
        isBare: false,
      })
  }
  return values
}

const line = /^([ \t]*)((?:-[ \t]+)*)(?:(["']?)([\w.-]+)\3[ \t]*[:=](?=[ \t\r[{"']|$)[ \t]*)?(.*)$/

/** Reads YAML or TOML line by line: keys by their indentation, or below `[table]`, values with or without quotes. */
function valuesOfLines(text: string, start: number, end: number): Value[] {
  const values: Value[] = []
  let above: { indent: number; key: string }[] = []
  let table: string[] = []
  let block: { indent: number; keys: string[] } | undefined
  let openList: string[] | undefined
  for (const { 0: written, index } of text.slice(start, end).matchAll(/[^\n]*\n?/g)) {
    const content = written.replace(/\r?\n$/, '')
    const at = start + index
    const indent = content.length - content.trimStart().length
    if (content.trim() === '' || content.trimStart().startsWith('#')) continue
    if (block !== undefined && indent > block.indent) {
      const end = at + content.trimEnd().length
      values.push({ keys: block.keys, start: at + indent, end, isBare: true })
      continue
    }
    block = undefined
    if (openList !== undefined) {
      values.push(...scalarsIn(content, at, openList))
      if (content.includes(']')) openList = undefined
      continue
    }
    const heading = /^\[+([^\]]+)\]+\s*$/.exec(content)
    if (heading !== null) {
      table = (heading[1] ?? '').split('.').map((key) => key.trim())
      above = []
      continue
    }
    const [, space = '', dashes = '', , key, rest = ''] = line.exec(content) ?? []
    const depth = space.length + dashes.length
    above = above.filter((one) => one.indent < depth || (key === undefined && one.indent < depth))
    const keys = [...table, ...above.map((one) => one.key), ...(key === undefined ? [] : key.split('.'))]
    if (key !== undefined) above.push({ indent: depth, key })
    if (/^[|>][+-]?\d*\s*$/.test(rest)) block = { indent: depth, keys }
    else {
      values.push(...scalarsIn(rest, at + content.length - rest.length, keys))
      if (/^\[[^\]]*$/.test(rest.trim())) openList = keys
    }
  }
  return values
}

/** The values of a line: one, or those of a list or map in brackets. */
function scalarsIn(written: string, at: number, keys: string[]): Value[] {
  const isFlow = /^\s*[[{]/.test(written) || /^\s*["'][^"']*["']\s*,/.test(written)
  const pattern = isFlow
    ? /(?:(["']?)([\w-]+)\1\s*(?:=|:(?=[\s"'[{]))\s*)?(?:"([^"]*)"|'([^']*)'|([^\s,[\]{}"'#][^,[\]{}\n]*))/g
    : /^\s*()()(?:"([^"]*)"|'([^']*)'|([^\s"'#][^\n]*?))(?:\s+#.*)?\s*$/g
  return [...written.matchAll(pattern)].map(({ 0: whole, 2: key, 3: a, 4: b, 5: bare, index }) => {
    const quoted = a ?? b
    const value = quoted ?? (bare ?? '').trimEnd()
    const start =
      at +
      index +
      whole.indexOf(value, quoted === undefined ? 0 : whole.search(/["'](?=[^"']*["'](?:\s+#.*)?\s*$)/) + 1)
    return {
      keys: key === undefined || key === '' ? keys : [...keys, key],
      start,
      end: start + value.length,
      isBare: quoted === undefined,
    }
  })
}
