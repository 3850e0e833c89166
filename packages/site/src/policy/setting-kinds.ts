import type { Both } from '@pictoglyph/forms/both'
import type { SettingKind } from '@pictoglyph/forms/setting'
import { type MediaType, mediaTypes, shortTypeName } from '@pictoglyph/media/media-type'
import { type Message, type MessageValue, message } from '../language/message.ts'
import { bytesOfSize, sizeAtMost } from '../language/size.ts'
import { typeName } from '../language/type-name.ts'

/** A {@link SettingKind} with a description of valid values, for refusals. */
export interface PolicyKind<Value> extends SettingKind<Value> {
  readonly expected: Message
}

interface Bounds {
  readonly least: number
  readonly most: number
}

const within = (number: number, { least, most }: Bounds): number | undefined =>
  number >= least && number <= most ? number : undefined

function nearestNumber(text: string, { least, most }: Bounds): number | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? undefined : Math.min(most, Math.max(least, Math.floor(number)))
}

/** Bounds, and the unit for displaying the number in forms. */
interface InUnit extends Bounds {
  readonly unit?: number
}

/** A whole number. */
export const wholeNumber = ({ unit = 1, ...bounds }: InUnit): PolicyKind<number> => ({
  read: (text) => within(/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN, bounds),
  write: String,
  expected: message('must be a whole number from {least} to {most}', bounds),
  nearest: (text) => nearestNumber(text, bounds),
  control: { as: 'number', ...bounds, unit },
})

/** A maximum; 0 means unlimited. */
export const boundOrZero = (most: number): PolicyKind<number> => ({
  ...wholeNumber({ least: 0, most }),
  nearest: (text) => nearestNumber(text, { least: 1, most }),
})

/** A size, such as `5MB` or a number of bytes. */
export const bytes = ({ unit = 1, ...bounds }: InUnit): PolicyKind<number> => ({
  read: (text) => within(bytesOfSize(text) ?? Number.NaN, bounds),
  write: String,
  expected: message('must be a size such as 5MB, or a whole number of bytes from {least} to {most}', bounds),
  nearest: (text) => nearestNumber(String(sizeAtMost(text, bounds.most) ?? text), bounds),
  control: { as: 'number', ...bounds, unit },
})

const bytesUpToPebibyte = bytes({ least: 0, most: 2 ** 50 })

/** A size, or `none`. */
export const bytesOrNone: PolicyKind<number | 'none'> = {
  read: (text) => (text === 'none' ? text : bytesUpToPebibyte.read(text)),
  write: String,
  expected: message('must be a size such as 500MB, or {word}', { word: 'none' }),
  nearest: (text) => bytesUpToPebibyte.nearest?.(text),
  control: { as: 'line', isRequired: true },
}

/** One of the words, each with its label. */
export const oneOf = <Word extends string>(choices: Readonly<Record<Word, Both>>): PolicyKind<Word> => {
  const words = Object.keys(choices) as Word[]
  return {
    read: (text) => words.find((word) => word === text),
    write: (word) => word,
    expected: message('must be {words} or {last}', {
      words: listed(words.slice(0, -1)),
      last: words.at(-1)!,
    }),
    control: { as: 'choice', choices },
  }
}

const listed = ([first = '', ...others]: readonly string[]): MessageValue =>
  others.reduce<MessageValue>((words, word) => message('{words}, {word}', { words, word }), first)

const typesByName = new Map<string, MediaType>([
  ...mediaTypes.flatMap((type) => [[shortTypeName(type), type] as const, [type, type] as const]),
  ['jpg', 'image/jpeg'],
])
const typesIn = (text: string) => text.split(',').map((item) => typesByName.get(item.trim().toLowerCase()))

/** Types of images, such as `png` or `image/png`, in any order. */
export const typeList: PolicyKind<MediaType[]> = {
  read: (text) => {
    const types = typesIn(text)
    return types.every((type) => type !== undefined) ? [...new Set(types)] : undefined
  },
  write: (types) => (types.length === 0 ? '[]' : types.join(',')),
  expected: message('must be of {types}', { types: listed(mediaTypes.map(shortTypeName)) }),
  /** Keeps the known types. */
  nearest: (text) => {
    const types = typesIn(text).filter((type) => type !== undefined)
    return types.length === 0 ? undefined : [...new Set(types)]
  },
  control: {
    as: 'boxes',
    choices: Object.fromEntries(mediaTypes.map((type) => [type, [typeName(type), typeName(type)]])),
  },
}

/** A span in one of the units, at most `most` of that unit, or `forever`. */
const span = (units: string, most: number, expected: Message): PolicyKind<string> => {
  /** The maximum in the text's own unit. */
  const nearest = (text: string) => {
    const unit = text.trim().at(-1) ?? ''
    const number = nearestNumber(text.trim().slice(0, -1), { least: 1, most })
    return number === undefined || !units.includes(unit) ? undefined : `${number}${unit}`
  }
  return {
    read: (text) => (text === 'forever' || text === nearest(text) ? text : undefined),
    write: (text) => text,
    expected,
    nearest,
    control: { as: 'span' },
  }
}

/** How long to keep something: `90d`, `52w` or `forever`. */
export const keptFor = span(
  'dw',
  99_999,
  message('must be a span of days or weeks, such as 90d or 52w, or {word}', { word: 'forever' }),
)

/** Lifetime of an image: `12h`, `30d` or `forever`. */
export const lifetime = span(
  'smhdw',
  999_999,
  message('must be a span such as 12h or 30d, or {word}', { word: 'forever' }),
)
