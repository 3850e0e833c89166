import { createReadStream } from 'node:fs'
import { keySpaces } from '@pictoglyph/codec/key-spaces'
import { typeOf, worthOf } from '@pictoglyph/codec/scheme'
import { shippedCharsets, shippedPresets } from '@pictoglyph/codec/shipped'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { Command } from 'commander'
import { readBounds, readWhole } from '../bounded-read.ts'
import type { KeySource } from '../offline-cipher.ts'
import type { PeopleContext } from '../people-context.ts'
import { print, printText, remark } from '../print.ts'
import { readStandardInput } from '../standard-input.ts'
import { systemReason } from '../system-reason.ts'
import { decodeUtf8 } from '../utf8.ts'

interface CipherOptions {
  charset?: string
  symbols?: string
  preset: string
  key?: string
  keyFile?: string
  json?: boolean
}

/** `encode` and `decode`: the codec in a pipe, without a server or a site. */
export function cipherCommands(context: PeopleContext): Command[] {
  const encodeCommand = new Command('encode')
    .description('Turns the text on standard input into a cipher on standard output.')
    .option('--charset <id>', `one of ${shippedCharsets.map(({ id }) => id).join(', ')} (default: "roar")`)
    .option('--preset <id>', `one of ${presetsByWorth()}`, 'classic')
  addKeyOptions(encodeCommand).action(async (options: CipherOptions) => {
    requireOneOfEach(options)
    const text = await readInput()
    const { encodeOffline } = await import('../offline-cipher.ts')
    const encoded = await encodeOffline(text, options, keyOf(options))
    if (options.json) context.output(true).record(encoded)
    else print(encoded.cipher)
    if (encoded.keySpaces !== undefined) remark(keySpaces[encoded.keySpaces])
  })

  const decodeCommand = new Command('decode').description(
    'Turns the cipher on standard input back into text. It recognises character set and algorithm by itself, of sets that do not come with it too, and finds ciphers between other words. Several texts are written a line each.',
  )
  addKeyOptions(decodeCommand).action(async (options: CipherOptions) => {
    requireOneOfEach(options)
    const cipher = await readInput()
    const { decodeOffline } = await import('../offline-cipher.ts')
    const decoded = await decodeOffline(cipher, options, keyOf(options))
    if (options.json) context.output(true).record(decoded)
    else writeText(decoded.text)
    if (decoded.doubt !== undefined) remark(decoded.doubt)
    if (decoded.leftOut !== undefined)
      remark(`Left out, in the cipher's own symbols: ${sidesOf(decoded.leftOut)}.`)
    if (decoded.isKeyTrimmed) remark('The key opens it without the white space around it.')
    if (decoded.unread !== undefined) remark(`More could not be read, ${placesOf(decoded.unread)}.`)
  })
  return [encodeCommand, decodeCommand]
}

/** Tells the symbols on either side, such as `2 before it and 1 after it`. */
const sidesOf = ({ before, after }: { before: number; after: number }): string =>
  [before > 0 && `${before} before it`, after > 0 && `${after} after it`].filter(Boolean).join(' and ')

/** Lists unread parts, such as `before text 1, after text 2`. */
const placesOf = (unread: readonly number[]): string =>
  unread.map((texts) => (texts === 0 ? 'before text 1' : `after text ${texts}`)).join(', ')

/** Lists presets with their worth, such as `classic, compact (fun), …, aesgcm (secret)`. */
function presetsByWorth(): string {
  const byWorth = Map.groupBy(shippedPresets, ({ scheme }) => worthOf[typeOf(scheme)])
  return Array.from(
    byWorth,
    ([worth, presets]) => `${presets.map(({ id }) => id).join(', ')} (${worth})`,
  ).join('; ')
}

function addKeyOptions(command: Command): Command {
  return command
    .option('--symbols <four>', 'a character set of your own, such as 汪喵嗷~')
    .option('--key <key>', 'the key, where other users of the machine may see it')
    .option('--key-file <file>', 'the key is the first line of this file')
    .option('--json', 'print JSON')
}

/** Refuses two sets or two keys, because the command would silently ignore one. */
function requireOneOfEach({ charset, symbols, key, keyFile }: CipherOptions): void {
  if (charset !== undefined && symbols !== undefined)
    throw badRequest(message('Give --charset or --symbols, not both.'))
  if (key !== undefined && keyFile !== undefined)
    throw badRequest(message('Give --key or --key-file, not both.'))
}

const keyOf = (options: CipherOptions): KeySource => ({
  read: () => readKey(options),
  hint: message('Give it with --key or --key-file.'),
})

/** Reads the key. In a file it is the first line, without the byte order mark of some editors. */
async function readKey({ key, keyFile }: CipherOptions): Promise<string | undefined> {
  if (keyFile === undefined) return key
  const written = decodeUtf8(keyFile, await readKeyFile(keyFile))
  return written.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0]
}

async function readKeyFile(file: string): Promise<Uint8Array> {
  try {
    return await readWhole(file, createReadStream(file), readBounds.key)
  } catch (error) {
    const reason = systemReason(error)
    if (reason === undefined) throw error
    throw badRequest(message("The file {file} can't be read: {reason}", { file, reason }))
  }
}

async function readInput(): Promise<string> {
  return decodeUtf8(message('Standard input'), await readStandardInput(readBounds.text))
}

/** Prints the text verbatim, or nothing. */
function writeText(text: string): void {
  if (!text.isWellFormed()) {
    throw badRequest(
      message('The text holds half of a character pair, which UTF-8 has no bytes for: use --json.'),
    )
  }
  printText(text)
}
