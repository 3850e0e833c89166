/** Joins the texts of all sources. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Converter } from 'opencc-js'
import { sourceHashes } from './source-hashes.ts'
import { type Source, sources, type TextLanguage } from './sources.ts'

/** UTF-16 units of texts, each text after a line break, and the weight of each unit. */
export interface Corpus {
  readonly units: Uint16Array
  readonly weights: Float32Array
}

/** Line breaks weigh less, because they end texts more often than they occur within one. */
const lineBreakWeight = 0.03

const converters = {
  simplified: Converter({ from: 'tw', to: 'cn' }),
  traditional: Converter({ from: 'cn', to: 'twp' }),
}

const isOf: Record<TextLanguage, (text: string) => boolean> = {
  zh: (text) =>
    share(text, /[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/g) > 0.4 && !/[\u3040-\u30ff]/.test(text),
  en: (text) => share(text, /[a-z ]/g) > 0.6 && !text.includes('{'),
  ja: (text) => /[\u3040-\u30ff]/.test(text),
  ko: (text) => share(text, /[\uac00-\ud7af]/g) > 0.25,
  ru: (text) => share(text, /[\u0400-\u04ff]/g) > 0.4,
  de: (text) => /[äöüß]| (der|die|das|und|ist|nicht|ein|eine|zu|Sie|du|mit|den|wird) /.test(text),
  fr: (text) => /[éèêàçùîô]| (le|la|les|des|est|une|dans|pour|que) /.test(text),
  es: (text) => /[áéíóúñ¿¡]| (el|los|las|una|para|que|con|por) /.test(text),
  vi: (text) => /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/.test(text),
}

const share = (text: string, characters: RegExp) => (text.match(characters)?.length ?? 0) / text.length

/**
 * Reads all sources below a folder.
 *
 * @throws {Error} if a source's files differ from those of the table
 */
export function readCorpus(folder: string, everydayFolder: string): Corpus {
  const pathOf = (source: Source) =>
    source.folder === 'everyday' ? everydayFolder : join(folder, source.folder)
  for (const name of new Set(sources.map((source) => source.folder))) {
    if (name === 'everyday') continue
    const found = hashOf(join(folder, name))
    if (found !== sourceHashes[name]) throw new Error(`${name} is ${found}, not ${sourceHashes[name]}`)
  }
  const parts = sources.map((source) => {
    const texts = spread(textsOf(source, pathOf(source)), source.maxUnits)
    const size = texts.reduce((sum, text) => sum + text.length, 0)
    console.error(`${source.folder} ${source.files ?? ''} ${source.convert ?? ''}: ${size} units`)
    return { texts, weight: source.weight }
  })
  const length = parts.flatMap((part) => part.texts).reduce((sum, text) => sum + text.length + 1, 1)
  const corpus = { units: new Uint16Array(length), weights: new Float32Array(length) }
  let at = 0
  const put = (unit: number, weight: number) => {
    corpus.units[at] = unit
    corpus.weights[at++] = unit === 10 ? weight * lineBreakWeight : weight
  }
  put(10, 0)
  for (const { texts, weight } of parts) {
    for (const text of texts) {
      for (let i = 0; i < text.length; i++) put(text.charCodeAt(i), weight)
      put(10, weight)
    }
  }
  return corpus
}

function textsOf(source: Source, path: string): string[] {
  const belongs = source.language && isOf[source.language]
  const convert = source.convert && converters[source.convert]
  const seen = new Map<string, number>()
  const texts: string[] = []
  for (const file of filesOf(path).filter((name) => source.files?.test(name) ?? true)) {
    for (const read of source.read(contentOf(join(path, file)))) {
      const text = read.replaceAll('\ufeff', '').replace(/\s+$/, '')
      if (text.length === 0 || (belongs && !belongs(text))) continue
      const times = (seen.get(text) ?? 0) + 1
      seen.set(text, times)
      if (times <= 3) texts.push(convert ? convert(text) : text)
    }
  }
  return texts
}

/** Selects texts at even distances, with at most `maxUnits` units in all. */
function spread(texts: readonly string[], maxUnits: number): string[] {
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  if (size <= maxUnits) return [...texts]
  let taken = 0
  let passed = 0
  return texts.filter((text) => {
    passed += text.length
    const isDue = taken < (passed * maxUnits) / size
    if (isDue) taken += text.length
    return isDue
  })
}

function contentOf(path: string): string {
  const bytes = readFileSync(path)
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') && path.endsWith('-8.txt') ? bytes.toString('latin1') : text
}

const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort((a, b) => (a < b ? -1 : 1))

/** SHA-256 over the names and hashes of a folder's files. */
function hashOf(path: string): string {
  const all = createHash('sha256')
  for (const file of filesOf(path)) {
    const hash = createHash('sha256')
      .update(readFileSync(join(path, file)))
      .digest('hex')
    all.update(`${hash}  ${file}\n`)
  }
  return all.digest('hex')
}
