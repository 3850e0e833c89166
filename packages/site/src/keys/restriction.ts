import type { Both } from '@pictoglyph/forms/both'
import { badField } from '../language/failure.ts'
import { type Message, message } from '../language/message.ts'

/** A restriction: its texts, its values, their bounds, and whether a change of it gives the key more rights. */
export interface Restriction<Value> {
  /** The name of the form field. */
  readonly field: string
  readonly label: Both
  /** Label in a line with the value; by default `label`. */
  readonly inLine?: Both
  readonly hint?: Both
  /** The command's option, and its help in English. */
  readonly option: readonly [flags: string, help: string]
  readonly control: Control
  /** @param called the input's name for it @throws {Failure} BAD_REQUEST */
  read(texts: readonly string[], called: string): Value
  write(value: Value): string[]
  /** @throws {Failure} BAD_REQUEST for a value that would block everything */
  check(value: Value): void
  isLooser(before: Value | undefined, after: Value | undefined): boolean
}

/** The form control of a restriction. A number may be displayed in a larger unit. */
type Control =
  | { readonly kind: 'boxes' | 'words' | 'lines' | 'span' }
  | {
      readonly kind: 'number'
      readonly unit: number
      readonly attributes: Readonly<Record<string, string | number>>
    }

type Words = Pick<Restriction<never>, 'field' | 'label' | 'inLine' | 'hint' | 'option'>

/** The hint of an optional number. */
const noBound: Both = ['Empty for no limit.', '留空表示不限。']
/** Maximum networks or link names that a key is bound to: each upload is compared with all. */
const maxBoundTo = 100

export const isHigher = (before = Number.POSITIVE_INFINITY, after = Number.POSITIVE_INFINITY) =>
  after > before

/** Whether the present list allows more than the earlier one. */
export const isLonger = (
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): boolean => before !== undefined && !(after?.every((one) => before.includes(one)) ?? false)

/** A restriction to some of the existing categories or albums. */
export const choiceRestriction = (words: Words): Restriction<string[]> => ({
  ...words,
  control: { kind: 'boxes' },
  read: (texts) => [...texts],
  write: (value) => value,
  check: () => {},
  isLooser: isLonger,
})

/** A restriction to a typed list: forms accept spaces, commas and line breaks as separators. */
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
