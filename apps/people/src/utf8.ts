import { badRequest } from '@pictoglyph/site/language/failure'
import { type Message, message } from '@pictoglyph/site/language/message'

/**
 * Decodes UTF-8, and keeps a byte order mark. Refuses invalid bytes: replacing them would change the text, and make
 * many keys equal.
 *
 * @throws {Failure} BAD_REQUEST, which names UTF-16 if there is such a mark
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
