import { areConfusable, parseSymbols, type Symbols, symbolSetKey } from '@pictoglyph/codec/charset'
import { CodecError } from '@pictoglyph/codec/failure'
import { alreadyTaken } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { parsedJson } from '../language/parsed-json.ts'
import { type Column, type RowOf, readRow } from '../rows/columns.ts'
import { type Sql, type SqlRow, text } from '../rows/engine.ts'
import type { NewThing, StoredThing } from '../things/stored-thing.ts'
import { cipherPart, cipherPartColumns, codecAnswer, readId } from './cipher-part.ts'

/** `undefined` unless the row has exactly four valid symbols. */
function symbolsIn(row: SqlRow): Symbols | undefined {
  const list = parsedJson(text(row, 'symbols'))
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string')) return undefined
  try {
    const symbols = parseSymbols(list.join(''))
    return symbols.every((symbol, index) => symbol === list[index]) ? symbols : undefined
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}

const symbolsColumn: Column<Symbols> = {
  names: ['symbols'],
  read: (row) => symbolsIn(row) ?? ['?', '?', '?', '?'],
  write: (symbols) => ({ symbols: JSON.stringify(symbols), symbols_key: symbolSetKey(symbols) }),
}

const unreadableColumn: Column<string | undefined> = {
  names: ['symbols'],
  read: (row) => (symbolsIn(row) === undefined ? text(row, 'symbols') : undefined),
  write: () => ({}),
}

const columns = {
  ...cipherPartColumns,
  /** Four symbols, one code point each: c0 c1 c2 c3. */
  symbols: { ...symbolsColumn, label: ['Symbols', '符号'] },
  unreadable: unreadableColumn,
} as const

/** Four symbols that operators offer. `unreadable` is the stored text if this version can't parse it as symbols. */
export type Charset = RowOf<typeof columns>

/** Parses exactly four symbols. @throws {Failure} BAD_REQUEST */
export const readSymbols = (text: string): Symbols => codecAnswer('symbols', () => parseSymbols(text))

/** @throws {Failure} CONFLICT if its symbols look like those of another enabled set */
async function requireNoTwin(sql: Sql, { id, symbols }: Charset): Promise<void> {
  const enabled = await sql.all('SELECT * FROM charsets WHERE enabled = 1 AND id <> ?', id)
  const twin = enabled
    .map((row) => readRow(columns, row))
    .find((other) => other.unreadable === undefined && areConfusable(other.symbols, symbols))
  if (!twin) return
  throw alreadyTaken(
    'symbols',
    message(
      'The character set "{id}" ({name}) is enabled, and a cipher could not tell which of the two it was written in. Disable it first.',
      { id: twin.id, name: twin.name },
    ),
  )
}

/** Character sets: the symbols in which ciphers are written. */
export const charset = {
  kind: 'charset',
  table: 'charsets',
  title: ['Character sets', '字符集'],
  lead: ['The four symbols that ciphers are made of.', '组成密文的四个符号。'],
  help: 'The four symbols that ciphers are made of.',
  at: { list: '/settings/text', one: '/settings/text/charsets' },
  ...cipherPart(['character set', '字符集'], {
    help: 'Adds a character set of four different symbols, such as 嗷呜啊~, and enables it.',
    parameters: ['id', 'name', 'symbols'],
  }),
  called: message('character set'),
  columns,
  taken: ({ id }) => alreadyTaken('id', message('A character set "{id}" exists already.', { id })),
  create({ name, given }: NewThing) {
    const id = readId(given.id)
    return { id, name, symbols: readSymbols(given.symbols ?? ''), enabled: true, isDefault: false }
  },
  details: ({ symbols, unreadable }: Charset) => ({ symbols: unreadable ?? symbols.join('') }),
  mayEnable: requireNoTwin,
} as const satisfies StoredThing
