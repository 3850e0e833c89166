import { badRequest } from '../language/failure.ts'
import { message, verbatim } from '../language/message.ts'

/** Matches ASCII mixed with two-byte GBK characters, the common Chinese ones. */
const chinese = /^(?:[\0-\x7f]|[\xa1-\xf7][\xa1-\xfe])*$/

/**
 * Decodes a list of members: UTF-8, or UTF-16 with a byte order mark, as in Excel's "Unicode Text".
 * @throws {Failure} BAD_REQUEST for any other encoding, saying which it looks like and how to save the file
 */
export function membersText(file: Uint8Array): string {
  const bytes = Array.from(file.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (bytes.startsWith('504b')) throw unreadable('an Excel workbook (.xlsx) or another ZIP archive')
  if (bytes === 'd0cf11e0') throw unreadable('an Excel workbook (.xls)')
  const marked = bytes.startsWith('fffe') ? 'utf-16le' : bytes.startsWith('feff') ? 'utf-16be' : undefined
  let text: string
  try {
    text = new TextDecoder(marked ?? 'utf-8', { fatal: true }).decode(file)
  } catch {
    throw unreadable(marked === undefined ? encodingOf(file) : 'UTF-16 that is cut or damaged')
  }
  if (text.includes('\0')) throw unreadable('UTF-16 without a byte order mark, or no text')
  return text
}

function encodingOf(file: Uint8Array): string {
  let letters = ''
  for (const byte of file) letters += String.fromCharCode(byte)
  return chinese.test(letters) ? 'text in GBK' : 'text in an ANSI encoding, such as Windows-1252 or GBK'
}

const unreadable = (what: string) =>
  badRequest(message('The file looks like {what}. Save it as "CSV UTF-8".', { what: verbatim(what) }))
