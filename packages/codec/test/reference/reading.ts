/**
 * "Reading a cipher" of docs/cipher/format.md, rule by rule, up to the parsing of a frame. It shares no code with
 * `src`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referenceClassicDecode } from './classic.ts'
import { referenceHasFrameShape, referenceHeaders, referenceIsChecked } from './frame.ts'
import { type ReferenceTable, readTable, referenceModelPack } from './model.ts'

export type ReferenceReading = { text: string } | { refusal: 'UNRECOGNIZED' | 'DAMAGED' } | 'frame'

const damaged = { refusal: 'DAMAGED' } as const
const unrecognized = { refusal: 'UNRECOGNIZED' } as const

const fold = (symbol: string): string => (symbol === '～' ? '~' : symbol)
/** The ignored characters as the description lists them. */
const ignoredList =
  '0009–000D, 0020, 0085, 00A0, 00AD, 034F, 061C, 1680, 180B–180F, 2000–200F, 2028–202F, 205F–206F, 3000, FE00–FE0F, FEFF'
const ignoredRanges = ignoredList
  .split(', ')
  .map((range) => range.split('–').map((hex) => Number.parseInt(hex, 16)))
export const isPassedOver = (symbol: string): boolean =>
  ignoredRanges.some(
    ([first, last = first]) => first! <= symbol.codePointAt(0)! && symbol.codePointAt(0)! <= last!,
  )

export function referenceReading(cipher: string, enabled: readonly (readonly string[])[]): ReferenceReading {
  const sets = enabled.map((symbols) => symbols.map(fold))
  const symbols = Array.from(cipher)
    .filter((symbol) => !isPassedOver(symbol))
    .map(fold)
  const n = symbols.length
  const edges = [...symbols.slice(0, 3), ...symbols.slice(3).slice(-1)].join('')
  for (const set of sets) {
    const [c0, c1, c2, c3] = set
    const isClassic = edges === `${c3}${c1}${c0}${c2}`
    if (!isClassic && edges !== `${c0}${c2}${c3}${c1}`) continue
    if (symbols.some((symbol) => !set.includes(symbol))) return unrecognized
    if (n % 8 !== 0 && arePieces(set, cipher)) return damaged
    if (isClassic && n % 8 === 4 && n > 4) return { text: referenceClassicDecode(set, symbols.join('')) }
    if (!isClassic && n % 4 === 2 && n > 6) return 'frame'
    return n % 8 === 0 && n >= 16 ? readBody(set, symbols, cipher) : damaged
  }
  const fitting = sets.filter((set) => symbols.every((symbol) => set.includes(symbol)))
  if (n % 8 !== 0 || n < 16 || fitting.length !== 1) return unrecognized
  return readBody(fitting[0]!, symbols, cipher)
}

/** Whether three or more ciphers separated by white space have the shape of one. */
function arePieces(set: readonly string[], cipher: string): boolean {
  const pieces = cipher
    .split(/[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/)
    .map((piece) =>
      Array.from(piece)
        .filter((symbol) => !isPassedOver(symbol))
        .map(fold),
    )
    .filter(({ length }) => length > 0)
  const isText = (text: string) =>
    text.isWellFormed() &&
    (text.length < 3 || [text.slice(0, 16), text.slice(-16)].every((end) => isPlausible(end)))
  const isClassic = (piece: readonly string[]) =>
    piece.length % 8 === 4 &&
    piece.length > 4 &&
    new RegExp(`^${set[3]}${set[1]}${set[0]}.*${set[2]}$`, 'u').test(piece.join(''))
  return (
    pieces.length >= 3 &&
    pieces.every((piece) => isClassic(piece) || referenceHasFrameShape(set, piece)) &&
    pieces
      .slice(0, 16)
      .every((piece) =>
        isClassic(piece)
          ? isText(referenceClassicDecode(set, piece.join('')))
          : referenceIsChecked(set, piece),
      )
  )
}

const isPlausible = (end: string) =>
  (savesTwo(end) && 5 * packedBytes(end) <= 4 * 2 * end.length) ||
  (end.length >= 4 && areRelated(end)) ||
  /^(?:[\x20-\x3f\u3000-\u303f\uff00-\uff1f\u4e00-\u9fff]{8,}|[\x20-\x3f\u3000-\u303f\uff00-\uff1f\uac00-\ud7a3]{8,})$/.test(
    end,
  )

function readBody(set: readonly string[], symbols: readonly string[], cipher: string): ReferenceReading {
  const body = symbols.join('')
  if (referenceHeaders(set).some((header) => body.startsWith(header))) return damaged
  const [c0, c1, c2, c3] = set
  const text = referenceClassicDecode(set, `...${body}.`)
  if (/\p{Surrogate}/u.test(text)) return damaged
  const ends = [text.slice(0, 16), text.slice(-16)]
  if (body.startsWith(`${c3}${c1}${c0}`) && body.endsWith(`${c2}`))
    return ends.every((end) => 4 * packedBytes(end) <= 3 * 2 * end.length) && ends.every(savesTwo)
      ? { text }
      : damaged
  const values = symbols.map((symbol) => set.indexOf(symbol)).join('')
  if (new Set(values).size < 3 || /(.)\1{15}/.test(values)) return damaged
  if ([8, 16].some((p) => values.length > p && values.slice(p) === values.slice(0, -p))) return damaged
  if (!ends.every(isPlausible)) return damaged
  const lines = cipher
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => Array.from(line).filter((s) => !isPassedOver(s)).length)
  const breaks = new Set(lines.map((_, i) => lines.slice(0, i).reduce((sum, length) => sum + length, 0)))
  const [, width = 0, ...more] = [...breaks].filter((at) => at < symbols.length)
  const isEven =
    more.length > 0 &&
    more.every((at, i) => at === (i + 2) * width) &&
    symbols.length <= (more.length + 2) * width
  const judged = [...breaks].filter((at) => at % 8 === 0 && at % 32 !== 0 && at < symbols.length).slice(0, 16)
  for (const at of judged) {
    const [on, again] = [
      text.slice(at / 8),
      referenceClassicDecode(set, `...${symbols.slice(at).join('')}.`),
    ].map((t) => t.slice(0, 16)) as [string, string]
    if (
      isPlausible(on)
        ? isPlausible(again) && packedBytes(again) + 2 <= packedBytes(on)
        : !isEven || isPlausible(again)
    )
      return damaged
  }
  return { text }
}

let table: ReferenceTable | undefined

const referenceTable = () =>
  (table ??= readTable(readFileSync(join(import.meta.dir, '../../data/model.table'))))

const packedBytes = (units: string) => referenceModelPack(referenceTable(), units)?.length ?? 2 * units.length

const savesTwo = (units: string) => packedBytes(units) <= 2 * units.length - 2

const chatCharacters =
  '嘅哋啲嚟冇嘢噉咁乜嘥嗰啩喎啱攞搵睇瞓偈靚嬲孖冧諗畀俾揸揾嗌嗱噃囖啫吖孭屙掟嘜嚿曱甴囧喵'

/** Whether units without a listing, a double or a neighbour in their block are at most a third, less two. */
function areRelated(end: string): boolean {
  const units = [...new Set(end.split(''))].map((unit) => unit.charCodeAt(0))
  const listed = new Set(referenceTable().codes)
  const blockOf = (unit: number): number | string => {
    if (unit >= 0xd800 && unit <= 0xdfff) return 'surrogates'
    if (unit >= 0x2000 && unit <= 0x2bff) return 'symbols'
    return unit >= 0x20 && unit <= 0x33ff ? unit >> 8 : `only ${unit}`
  }
  const strangers = units.filter(
    (unit) =>
      !listed.has(unit) &&
      !chatCharacters.includes(String.fromCharCode(unit)) &&
      !end.includes(String.fromCharCode(unit).repeat(2)) &&
      units.filter((other) => blockOf(other) === blockOf(unit)).length < 2,
  )
  return strangers.length <= (units.length - 2) / 3
}
