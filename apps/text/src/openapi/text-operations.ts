import { encodeSync } from '@pictoglyph/codec/encode'
import { shippedCharsets } from '@pictoglyph/codec/shipped'
import type {
  HeaderDescription,
  JsonSchema,
  MediaTypeDescription,
  Operation,
} from '@pictoglyph/web/openapi/document'
import { errorResponses, schemaRef } from '@pictoglyph/web/openapi/error-responses'
import { jsonSchema } from '@pictoglyph/web/openapi/json-schema'
import { decryptRequestSchema } from '../decrypt/decrypt.ts'
import { encryptRequestSchema } from '../encrypt/encrypt.ts'
import {
  encryptAnswerSchema,
  keyNeededAnswerSchema,
  optionsAnswerSchema,
  textAnswerSchema,
} from './answer-schemas.ts'
import { decryptFailures, encryptFailures, limitFailures, listFailures } from './text-failures.ts'

const exampleText = 'Hello'
const exampleCipher = encodeSync({
  text: exampleText,
  charset: shippedCharsets[0]!,
  scheme: { kind: 'classic' },
  random: (length) => new Uint8Array(length),
})

const originHeader: HeaderDescription = {
  description: 'Pages of any origin may read the answer.',
  schema: { type: 'string' },
  example: '*',
}

const anyOrigin = { 'Access-Control-Allow-Origin': originHeader }

const headers: Record<string, HeaderDescription> = {
  ...anyOrigin,
  'RateLimit-Policy': {
    description: "The client's limit: `q` requests in any `w` seconds. Absent where the site sets none.",
    schema: { type: 'string' },
    example: '"minute";q=600;w=60',
  },
  RateLimit: {
    description:
      'How many requests remain (`r`), and in how many seconds there is one more (`t`). Absent where `RateLimit-Policy` is.',
    schema: { type: 'string' },
    example: '"minute";r=599;t=60',
  },
}

const refusedByLists = errorResponses(listFailures, anyOrigin)

const json = (
  schema: MediaTypeDescription['schema'],
  examples: NonNullable<MediaTypeDescription['examples']>,
) => ({ 'application/json': { schema, examples } })

/**
 * Schemas of the operations' inputs and answers. `needKey` distinguishes the alternatives of `decrypt`, but one of
 * them lacks it, so it is no OpenAPI discriminator, which must be a string in both.
 */
export const textSchemas: Record<string, JsonSchema> = {
  EncryptRequest: jsonSchema(encryptRequestSchema),
  EncryptAnswer: jsonSchema(encryptAnswerSchema),
  DecryptRequest: jsonSchema(decryptRequestSchema),
  DecryptAnswer: { oneOf: [schemaRef('TextAnswer'), schemaRef('KeyNeededAnswer')] },
  TextAnswer: jsonSchema(textAnswerSchema),
  KeyNeededAnswer: jsonSchema(keyNeededAnswerSchema),
  OptionsAnswer: jsonSchema(optionsAnswerSchema),
}

export const encryptOperation: Operation = {
  operationId: 'encrypt',
  summary: 'Encode a text',
  description:
    'Makes a cipher of a text, in the symbols of a character set and by an algorithm preset.\n\nPresets of the keyed types but `AESGCM` obfuscate; only `AESGCM` is encryption.',
  requestBody: {
    required: true,
    description: 'Other fields are ignored.',
    content: json(schemaRef('EncryptRequest'), {
      classic: { value: { text: exampleText, charsetId: 'roar', algorithmId: 'classic' } },
      key: {
        summary: 'with a key',
        value: { text: exampleText, charsetId: 'cats', algorithmId: 'aesgcm', key: 'open sesame' },
      },
    }),
  },
  responses: {
    '200': {
      description: 'The cipher.',
      headers,
      content: json(schemaRef('EncryptAnswer'), {
        classic: {
          value: {
            ok: true,
            data: {
              cipher: exampleCipher,
              algoType: 'RAW',
              algoName: 'Classic',
              charsetName: 'Roar',
              durationMs: 0.012,
            },
          },
        },
      }),
    },
    ...refusedByLists,
    ...errorResponses(encryptFailures, headers),
  },
}

export const decryptOperation: Operation = {
  operationId: 'decrypt',
  summary: 'Decode a cipher',
  description:
    'Finds out the character set and the algorithm of a cipher and answers its text. All enabled character sets are recognised, and all types, whichever presets are enabled.\n\nWhere the cipher needs a key and none came with it, the answer says so in `data.needKey`; send the request again with `key`.',
  requestBody: {
    required: true,
    description: 'Other fields are ignored.',
    content: json(schemaRef('DecryptRequest'), { classic: { value: { cipher: exampleCipher } } }),
  },
  responses: {
    '200': {
      description: 'The text, or word that a key is needed.',
      headers,
      content: json(schemaRef('DecryptAnswer'), {
        text: {
          summary: 'the text',
          value: {
            ok: true,
            data: { text: exampleText, algoType: 'RAW', charsetName: 'Roar', durationMs: 0.01 },
          },
        },
        needKey: {
          summary: 'a key is needed',
          value: {
            ok: true,
            data: {
              needKey: true,
              algoType: 'AESGCM',
              algoHint: 'This cipher was made with AES-256-GCM. Send the key it was made with.',
            },
          },
        },
      }),
    },
    ...refusedByLists,
    ...errorResponses(decryptFailures, headers),
  },
}

export const optionsOperation: Operation = {
  operationId: 'options',
  summary: 'List character sets and presets',
  description: 'The enabled character sets and algorithm presets, for a client to choose from.',
  responses: {
    '200': {
      description: 'Both lists.',
      headers,
      content: json(schemaRef('OptionsAnswer'), {
        options: {
          value: {
            ok: true,
            data: {
              charsets: [
                { id: 'roar', name: 'Roar', c0: '嗷', c1: '呜', c2: '啊', c3: '~', isDefault: true },
              ],
              algorithms: [
                { id: 'classic', name: 'Classic', type: 'RAW', isDefault: true, needKey: false },
                { id: 'aesgcm', name: 'AES-256-GCM', type: 'AESGCM', isDefault: false, needKey: true },
              ],
            },
          },
        },
      }),
    },
    ...refusedByLists,
    ...errorResponses(limitFailures, headers),
  },
}
