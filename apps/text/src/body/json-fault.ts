import { type Message, message } from '@pictoglyph/site/language/message'
import { countCodePoints } from './count-code-points.ts'

/** Describes the first fault of a text that is not JSON: its line and column, and the one character there. */
export function describeJsonFault(json: string): Message {
  const at = jsonFaultAt(json)
  if (at === undefined) return message('The body is not valid JSON.')
  const lineStart = json.slice(0, at).lastIndexOf('\n') + 1
  const line = countLines(json, lineStart)
  const column = countCodePoints(json.slice(lineStart, at)) + 1
  const found = json.codePointAt(at)
  return found === undefined
    ? message('The body is not valid JSON: it ends too early, in line {line}, column {column}.', {
        ...{ line, column },
      })
    : message('The body is not valid JSON: {found} in line {line}, column {column} is out of place.', {
        ...{ found: nameOf(String.fromCodePoint(found)), line, column },
      })
}

/** The number of the line that begins at an index, from 1. */
function countLines(text: string, lineStart: number): number {
  let number = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < lineStart; at = text.indexOf('\n', at + 1)) number++
  return number
}

function nameOf(character: string): Message {
  if (character === '\n' || character === '\r') return message('a line break')
  if (character === '"') return message('a quotation mark')
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return message('"{character}"', { character })
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return message('U+{code}', { code })
}

/** A text, and how far it is read: after a failure, to the fault. */
interface Reader {
  readonly json: string
  at: number
}

type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'separator'

/** A bracket that closes may stand in place of these. */
const mayClose: ReadonlySet<Expected> = new Set(['first value', 'first name', 'separator'])

const whiteSpace = /[\t\n\r ]*/y
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * Where a text stops being the beginning of a JSON text (RFC 8259): the index of the first character that does not
 * fit, or the length if only the end is missing; `undefined` for JSON. A word or a number that is none counts from its
 * first character. Takes steps in proportion to the text, at any depth.
 */
export function jsonFaultAt(json: string): number | undefined {
  const reader: Reader = { json, at: 0 }
  const closing: string[] = []
  let expected: Expected | undefined = 'value'
  for (;;) {
    skip(whiteSpace, reader)
    if (reader.at === json.length) {
      const isWhole = closing.length === 0 && expected === 'separator'
      return isWhole ? undefined : json.length
    }
    expected = readToken(reader, expected, closing)
    if (expected === undefined) return reader.at
  }
}

/** Reads a token. Returns what is expected next; `undefined` at a fault. */
function readToken(reader: Reader, expected: Expected, closing: string[]): Expected | undefined {
  const found = reader.json[reader.at]!
  if (found === closing.at(-1) && mayClose.has(expected)) {
    closing.pop()
    reader.at++
    return 'separator'
  }
  switch (expected) {
    case 'first name':
    case 'name':
      return found === '"' && readString(reader) ? 'colon' : undefined
    case 'colon':
      return skip(/:/y, reader) ? 'value' : undefined
    case 'separator':
      if (closing.length === 0 || !skip(/,/y, reader)) return undefined
      return closing.at(-1) === '}' ? 'name' : 'value'
    case 'first value':
    case 'value':
      if (found !== '{' && found !== '[') {
        return (found === '"' ? readString(reader) : skip(literal, reader)) ? 'separator' : undefined
      }
      closing.push(found === '{' ? '}' : ']')
      reader.at++
      return found === '{' ? 'first name' : 'first value'
  }
}

function skip(expression: RegExp, reader: Reader): boolean {
  expression.lastIndex = reader.at
  if (!expression.test(reader.json)) return false
  reader.at = expression.lastIndex
  return true
}

const quote = 0x22
const backslash = 0x5c
const space = 0x20

function readString(reader: Reader): boolean {
  for (reader.at++; reader.at < reader.json.length; reader.at++) {
    const unit = reader.json.charCodeAt(reader.at)
    if (unit < space || (unit === backslash && !readEscape(reader))) return false
    if (unit === quote) {
      reader.at++
      return true
    }
  }
  return false
}

/** Reads from a backslash to the last character of its escape. */
function readEscape(reader: Reader): boolean {
  const letter = reader.json.charAt(++reader.at)
  if (letter !== 'u') return letter !== '' && '"\\/bfnrt'.includes(letter)
  for (let digit = 0; digit < 4; digit++) {
    if (!/[\da-fA-F]/.test(reader.json.charAt(++reader.at))) return false
  }
  return true
}
