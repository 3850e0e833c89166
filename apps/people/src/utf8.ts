import { badRequest } from '@pictoglyph/site/language/failure'
import { type Message, message } from '@pictoglyph/site/language/message'

/**
 * The text of bytes, a byte order mark included. Bytes that are no UTF-8 are refused: replaced, they would be another
 * text, and many keys the same.
 *
 * @throws {Failure} BAD_REQUEST, which names UTF-16 where a mark shows it
 */
export function decodeUtf8(name: string | Message, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw badRequest(
      isMarkedUtf16(bytes)
        ? message(
            '{name} is not valid UTF-8: it looks like UTF-16, which > in Windows PowerShell writes. Save it as UTF-8, for example with Out-File -Encoding utf8.',
            { name },
          )
        : message('{name} is not valid UTF-8.', { name }),
    )
  }
}

const isMarkedUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
