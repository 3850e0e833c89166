/** Runs the codec on docs/cipher/testkit. */
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCharsetIndex } from '../src/charset-index.ts'
import { decode, decodeSync } from '../src/decode.ts'
import { detect } from '../src/detect.ts'
import { encode } from '../src/encode.ts'
import { CodecError } from '../src/failure.ts'
import { readMessage } from '../src/message.ts'
import { prepareCharset } from '../src/prepared-charset.ts'
import { isAlgorithmType, schemeOf } from '../src/scheme.ts'
import { readCase, type TestkitCase, writeCase } from '../testkit/case.ts'
import { casesMeant, clauses, writeClauses } from '../testkit/clauses/clauses.ts'
import { testkitCases } from '../testkit/testkit.ts'
import { symbolsOf } from './arbitraries.ts'
import { nativeScrypt } from './native-scrypt.ts'
import { referenceChecksum } from './reference/frame.ts'

const folder = join(import.meta.dir, '../../../docs/cipher/testkit')
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
const cases = files.map((file) => readCase(file.slice(0, -4), readFileSync(join(folder, file), 'utf8')))
const named = cases
  .filter(({ headers }) => headers.reader === undefined)
  .map((one) => [one.name, one] as const)
const messages = cases.filter(({ headers }) => headers.reader === 'message')
const sets = cases.filter(({ headers }) => headers.reader === 'sets')

const textOf = (hex: string | undefined): string | undefined =>
  hex === undefined ? undefined : Buffer.from(hex, 'hex').swap16().toString('utf16le')
const setOf = (written: string) => ({ id: written, name: written, symbols: symbolsOf(written) })

test('the kit equals the output of its program', () => {
  const made = testkitCases()
  expect(files.toSorted()).toEqual(made.map(({ name }) => `${name}.txt`).toSorted())
  for (const one of made) expect(writeCase(one)).toBe(readFileSync(join(folder, `${one.name}.txt`), 'utf8'))
})

const names = cases.map(({ name }) => name)
const outcomesOf = (written: readonly string[]) =>
  new Set(written.flatMap((word) => casesMeant(word, names)).map((name) => outcomes.get(name)!))
const outcomes = new Map(cases.map(({ name, headers }) => [name, headers.expect!]))

test.each(clauses.map((one) => [one.id, one] as const))('the clause %s has cases of the kit', (_, clause) => {
  for (const word of [...clause.cases, ...(clause.beyond ?? [])])
    expect({ word, cases: casesMeant(word, names).length }).not.toEqual({ word, cases: 0 })
  const page = readFileSync(join(folder, '..', clause.section.split('#')[0]!), 'utf8')
  expect(headingsOf(page)).toContain(clause.section.split('#')[1]!)
})

test.each(clauses.filter(({ beyond }) => beyond !== undefined).map((one) => [one.id, one] as const))(
  'the bound %s has another outcome on its other side',
  (_, { cases: within, beyond }) => {
    expect(outcomesOf(within).isDisjointFrom(outcomesOf(beyond!))).toBe(true)
  },
)

test('every case of the kit is for a clause, and clauses have names of their own', () => {
  const meant = clauses.flatMap((clause) => [...clause.cases, ...(clause.beyond ?? [])])
  const named = new Set(meant.flatMap((word) => casesMeant(word, names)))
  expect(names.filter((name) => !named.has(name))).toEqual([])
  expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length)
  expect(writeClauses(clauses)).toBe(readFileSync(join(folder, 'clauses.json'), 'utf8'))
})

/** The addresses of a page's headings. */
const headingsOf = (page: string): string[] =>
  Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('the kit has something to accept and something to refuse of every kind', () => {
  expect([...new Set(outcomes.values())].toSorted()).toEqual([
    'CIPHER_LENGTH',
    'DAMAGED',
    'KEY_LENGTH',
    'KEY_NEEDED',
    'TEXT_LENGTH',
    'UNRECOGNIZED',
    'enabled',
    'refused',
    'text',
  ])
})

test.each(named)('%s is read as the kit says', async (_, { headers, cipher }) => {
  const index = createCharsetIndex(headers.sets!.split(' ').map(setOf))
  const text = textOf(headers['text-utf16'])
  expect(await outcomeOf(cipher, index, textOf(headers['key-utf16']))).toBe(
    headers.expect === 'text' ? `text ${text}` : headers.expect!,
  )
})

test.each(messages.map((one) => [one.name, one] as const))('%s', (_, { headers, cipher }) => {
  const index = createCharsetIndex(headers.sets!.split(' ').map(setOf))
  const read = () => readMessage(cipher, index)
  if (headers.expect === 'refused') {
    expect(read).toThrow(CodecError)
    return
  }
  const { detections, unread, stretches = [] } = read()
  const found = headers.beside === undefined ? detections : stretches.map(({ detection }) => detection)
  expect(found.map((one) => decodeSync(one))).toEqual(
    headers['texts-utf16']!.split(' ').map((hex) => textOf(hex)!),
  )
  expect(stretches.map(({ before, after }) => `${before} ${after}`).join()).toBe(headers.beside ?? '')
  expect(unread.length > 0).toBe(headers.partial === 'yes')
})

test.each(sets.map((one) => [one.name, one] as const))('%s', (_, { headers }) => {
  const enable = () => createCharsetIndex(headers.sets!.split(' ').map(setOf))
  if (headers.expect === 'refused') expect(enable).toThrow(CodecError)
  else expect(enable().charsets.length).toBeGreaterThan(0)
})

const refusedTexts = cases.filter(({ headers }) => headers.reader === 'none')

test.each(refusedTexts.map((one) => [one.name, one] as const))('%s', async (_, one) => {
  const { headers } = one
  const random = (length: number) => new Uint8Array(length)
  const request = {
    text: textOf(headers['text-utf16'])!,
    charset: prepareCharset(setOf(headers.sets!)),
    random,
  }
  const key = textOf(headers['key-utf16'])
  const encoding = encode({ ...request, scheme: schemeIn(one), key, scrypt: nativeScrypt })
  expect(await encoding.catch((error: unknown) => (error instanceof CodecError ? error.code : error))).toBe(
    headers.expect!,
  )
})

async function outcomeOf(cipher: string, index: ReturnType<typeof createCharsetIndex>, key?: string) {
  try {
    return `text ${await decode(detect(cipher, index), { key, scrypt: nativeScrypt })}`
  } catch (error) {
    if (error instanceof CodecError) return error.code
    throw error
  }
}

test.each(named.filter(([, { headers }]) => headers.format !== undefined))(
  '%s is written so',
  async (_, one) => {
    const { headers, cipher } = one
    const random = () => Uint8Array.from(Buffer.from(headers.random ?? '', 'hex'))
    const request = {
      text: textOf(headers['text-utf16'])!,
      charset: prepareCharset(setOf(headers.sets!)),
      random,
    }
    const key = textOf(headers['key-utf16'])
    expect(await encode({ ...request, scheme: schemeIn(one), key, scrypt: nativeScrypt })).toBe(cipher)
  },
)

function schemeIn({ headers }: TestkitCase) {
  const { format, type = 'RAW', cost } = headers
  if (!isAlgorithmType(type)) throw new Error(`no such type: ${type}`)
  if (format === 'classic') return schemeOf('RAW', 'classic')
  return schemeOf(type, type === 'AESGCM' ? (cost === '1' ? 'strong' : 'normal') : 'frame')
}

test('the worked example of the page is a case of the kit', () => {
  const page = readFileSync(join(folder, '../format.md'), 'utf8')
  const { headers, cipher } = cases.find(({ name }) => name === 'raw-model')!
  const checksum = referenceChecksum(Buffer.from(headers.context! + headers.packed!, 'hex')).toString('hex')
  for (const value of [headers.packed!, headers.context!, checksum, `${headers.packed} ${checksum}`, cipher])
    expect(page).toContain(`\`${value}\``)
})
