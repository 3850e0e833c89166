import { hasAtMostCodePoints, maxCipherCodePoints, maxKeyCodePoints } from '@pictoglyph/codec'
import { z } from 'zod'
import { readKey, requireCodePoints } from '../body/fields.ts'
import type { JsonObject } from '../body/parse-json.ts'

/** What `decrypt` is asked for. */
export interface DecryptRequest {
  readonly cipher: string
  readonly key: string | undefined
}

/** The description of that body. {@link readDecryptRequest} takes exactly what this takes, in a tenth of the time. */
export const decryptRequestSchema = z.object({
  cipher: z
    .string()
    .min(1)
    .refine((cipher) => hasAtMostCodePoints(cipher, maxCipherCodePoints))
    .describe(
      'The cipher. Its length counts code points. White space, line breaks and invisible characters in it are passed over.',
    )
    .meta({ maxLength: maxCipherCodePoints }),
  key: z
    .string()
    .max(maxKeyCodePoints)
    .optional()
    .describe('The key, where the cipher needs one. An empty key is none. Ciphers of type `RAW` ignore it.'),
})

/** @throws {Failure} BAD_REQUEST with the field and what is wrong with it */
export function readDecryptRequest(body: JsonObject): DecryptRequest {
  return {
    cipher: requireCodePoints('cipher', body.cipher, maxCipherCodePoints),
    key: readKey(body.key),
  }
}
