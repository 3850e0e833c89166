import {
  type AlgorithmType,
  algorithmTypes,
  isAlgorithmType,
  schemeOf,
  variantOf,
  variantsOf,
} from '@pictoglyph/codec/scheme'
import { alreadyTaken, badField } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { type Column, column, type RowOf } from '../rows/columns.ts'
import { text } from '../rows/engine.ts'
import type { NewThing, StoredThing } from '../things/stored-thing.ts'
import { cipherPart, cipherPartColumns, codecAnswer, readId } from './cipher-part.ts'

const typeColumn: Column<AlgorithmType> = {
  names: ['type'],
  read(row) {
    const type = text(row, 'type')
    return isAlgorithmType(type) ? type : 'RAW'
  },
  write: (type) => ({ type }),
}

const unreadableColumn: Column<string | undefined> = {
  names: ['type', 'variant'],
  read(row) {
    const [type, variant] = [text(row, 'type'), text(row, 'variant')]
    return isAlgorithmType(type) && variantsOf[type].includes(variant) ? undefined : `${type} ${variant}`
  },
  write: () => ({}),
}

const columns = {
  ...cipherPartColumns,
  type: { ...typeColumn, label: ['Type', '类型'] },
  /** A variant of the type, as the codec names it. */
  variant: column.text('variant'),
  unreadable: unreadableColumn,
} as const

/**
 * An algorithm that operators offer. `unreadable` is the stored type and variant if this version lacks the algorithm.
 */
export type Preset = RowOf<typeof columns>

/** @throws {Failure} BAD_REQUEST for an unknown type or variant */
function readScheme(typeText: string, variantText?: string): Pick<Preset, 'type' | 'variant'> {
  const type = typeText.toUpperCase()
  if (!isAlgorithmType(type)) {
    const known = algorithmTypes.join(', ')
    throw badField('type', message('There is no type "{type}". Known: {known}.', { type: typeText, known }))
  }
  return { type, variant: variantOf(codecAnswer('variant', () => schemeOf(type, variantText))) }
}

/** Presets: the algorithms of ciphers. */
export const preset = {
  kind: 'preset',
  table: 'presets',
  title: ['Presets', '预设'],
  lead: ['The algorithms that clients can choose from.', '可供客户端选择的算法。'],
  help: 'The algorithms that callers can choose from.',
  at: { list: '/settings/text', one: '/settings/text/presets' },
  ...cipherPart(['preset', '预设'], {
    help: `Adds a preset of a type: ${algorithmTypes.join(', ')}.`,
    parameters: ['id', 'name', 'type'],
  }),
  called: message('preset'),
  columns,
  taken: ({ id }) => alreadyTaken('id', message('A preset "{id}" exists already.', { id })),
  /** The form sends type and variant as one field, `scheme`. */
  create({ name, given }: NewThing) {
    const [type = '', variant] = given.scheme?.split('/') ?? [given.type, given.variant]
    return { id: readId(given.id), name, ...readScheme(type, variant), enabled: true, isDefault: false }
  },
  details: ({ type, variant, unreadable }: Preset) => ({ type: unreadable ?? type, variant }),
} as const satisfies StoredThing
