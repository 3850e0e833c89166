import { maxKeyCodePoints, maxTextUnits } from '@pictoglyph/codec'
import { z } from 'zod'
import { readKey, requireString, requireUnits } from '../body/fields.ts'
import type { JsonObject } from '../body/parse-json.ts'

/** What `encrypt` is asked for. */
export interface EncryptRequest {
  readonly text: string
  readonly charsetId: string
  readonly algorithmId: string
  readonly key: string | undefined
}

/** The description of that body. {@link readEncryptRequest} takes exactly what this takes, in a tenth of the time. */
export const encryptRequestSchema = z.object({
  text: z
    .string()
    .min(1)
    .refine((text) => text.length <= maxTextUnits)
    .describe('The plain text. Its length counts UTF-16 code units. Lone surrogates are kept.')
    .meta({ maxLength: maxTextUnits, examples: ['Hello'] }),
  charsetId: z
    .string()
    .describe('The id of an enabled character set, as `options` lists them.')
    .meta({ examples: ['roar'] }),
  algorithmId: z
    .string()
    .describe('The id of an enabled preset, as `options` lists them.')
    .meta({ examples: ['classic'] }),
  key: z
    .string()
    .max(maxKeyCodePoints)
    .optional()
    .describe(
      'The key for a preset that needs one, taken as it is: not trimmed, and normalised to NFC. An empty key is none. Presets of type `RAW` ignore it.',
    ),
})

/** @throws {Failure} BAD_REQUEST with the field and what is wrong with it */
export function readEncryptRequest(body: JsonObject): EncryptRequest {
  return {
    text: requireUnits('text', body.text, maxTextUnits),
    charsetId: requireString('charsetId', body.charsetId),
    algorithmId: requireString('algorithmId', body.algorithmId),
    key: readKey(body.key),
  }
}
