import type { Both } from '@pictoglyph/forms/both'
import { badField } from '../language/failure.ts'
import { type Message, message } from '../language/message.ts'

/** A restriction: its words, its values as texts, their bounds, and whether a change of it loosens the key. */
export interface Restriction<Value> {
  /** Its name in forms. */
  readonly field: string
  readonly label: Both
  /** In a line with its value; the label by default. */
  readonly inLine?: Both
  readonly hint?: Both
  /** The option of the command, and its help in English. */
  readonly option: readonly [flags: string, help: string]
  readonly control: Control
  /** @param called how the reader's input calls it @throws {Failure} BAD_REQUEST */
  read(texts: readonly string[], called: string): Value
  write(value: Value): string[]
  /** @throws {Failure} BAD_REQUEST for a value that could never let anything through */
  check(value: Value): void
  isLooser(before: Value | undefined, after: Value | undefined): boolean
}

/** How a form shows a restriction. A number may stand in the form in a larger unit. */
type Control =
  | { readonly kind: 'boxes' | 'words' | 'lines' | 'span' }
  | {
      readonly kind: 'number'
      readonly unit: number
      readonly attributes: Readonly<Record<string, string | number>>
    }

type Words = Pick<Restriction<never>, 'field' | 'label' | 'inLine' | 'hint' | 'option'>

/** The hint of a number that may be left out. */
export const noBound: Both = ['Empty for no limit.', '留空表示不限。']
/** So many networks, and names of links, a key is bound to at most: each upload is compared with all. */
const maxBoundTo = 100

export const isHigher = (before = Number.POSITIVE_INFINITY, after = Number.POSITIVE_INFINITY) =>
  after > before

/** Whether a list that is there allows more than the one before. */
export const isLonger = (
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): boolean => before !== undefined && !(after?.every((one) => before.includes(one)) ?? false)

/** Some of the things that there are. */
export const choiceRestriction = (words: Words): Restriction<string[]> => ({
  ...words,
  control: { kind: 'boxes' },
  read: (texts) => [...texts],
  write: (value) => value,
  check: () => {},
  isLooser: isLonger,
})

/** A list that is written: a form takes spaces, commas and line breaks between. */
export const listRestriction = (
  words: Words,
  kind: 'words' | 'lines',
  checkOne: (one: string) => void,
  isLooser: Restriction<string[]>['isLooser'],
): Restriction<string[]> => ({
  ...words,
  control: { kind },
  read: (texts) => texts.flatMap((text) => text.split(/[\s,;]+/)).filter((one) => one !== ''),
  write: (value) => [value.join(kind === 'lines' ? '\n' : ' ')],
  check(value) {
    const tooMany = message('A key is bound to at most {most} of a kind.', { most: maxBoundTo })
    if (value.length > maxBoundTo) throw badField(words.field, tooMany)
    for (const one of value) checkOne(one)
  },
  isLooser,
})

export const numberRestriction = (
  words: Words,
  { most, unit = 1, refusal }: { most: number; unit?: number; refusal: Message },
): Restriction<number> => ({
  ...words,
  hint: noBound,
  control: {
    kind: 'number',
    unit,
    attributes: unit === 1 ? { min: 1, max: most } : { min: 0, step: 'any' },
  },
  read: ([text = '']) => Number(text),
  write: (value) => [String(value)],
  check(value) {
    if (!Number.isSafeInteger(value) || value < 1 || value > most) throw badField(words.field, refusal)
  },
  isLooser: isHigher,
})
