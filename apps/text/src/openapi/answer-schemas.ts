import { algorithmTypes } from '@pictoglyph/codec/scheme'
import { z } from 'zod'

const ok = z.literal(true)
const durationMs = z.number().describe('What the work took, in milliseconds.')
const charsetName = z.string().describe('The name of the character set.')
const algorithmType = z.enum(algorithmTypes)

/** The body of an `encrypt` answer. */
export const encryptAnswerSchema = z.object({
  ok,
  data: z.object({
    cipher: z.string().describe('The cipher.'),
    algoType: algorithmType.describe('The type of the algorithm used.'),
    algoName: z.string().describe('The name of the preset used.'),
    charsetName,
    durationMs,
  }),
})

/** The body of a `decrypt` answer with the text. */
export const textAnswerSchema = z
  .object({
    ok,
    data: z.object({
      text: z.string().describe('The plain text. A lone surrogate stands in it as its JSON escape.'),
      algoType: algorithmType.describe('The type of the algorithm found.'),
      charsetName,
      durationMs,
      needKey: z.literal(false).optional().describe('Absent: this is the text.'),
      doubtful: z
        .literal(true)
        .optional()
        .describe(
          'The cipher is classic, which has no check, and the text is not like one: a chat may have changed the cipher. Where it is absent, the text may still be another.',
        ),
    }),
  })
  .meta({ title: 'The text' })

/** The `data` of a `decrypt` answer with the text. */
export type TextData = z.infer<typeof textAnswerSchema>['data']

/** The body of a `decrypt` answer that requires a key. */
export const keyNeededAnswerSchema = z
  .object({
    ok,
    data: z.object({
      needKey: z.literal(true).describe('Says that this is not the text: send the request again with a key.'),
      algoType: algorithmType.describe('The type of the algorithm found.'),
      algoHint: z.string().describe('A sentence that names the algorithm.'),
    }),
  })
  .meta({ title: 'A key is needed' })

/** The `data` of a `decrypt` answer that requires a key. */
export type KeyNeededData = z.infer<typeof keyNeededAnswerSchema>['data']

/** The body of an `options` answer. */
export const optionsAnswerSchema = z.object({
  ok,
  data: z.object({
    charsets: z
      .array(
        z.object({
          id: z.string().describe('What `encrypt` takes as `charsetId`.'),
          name: z.string().describe('What people call it.'),
          c0: z.string().describe('The symbol that stands for 0.'),
          c1: z.string().describe('The symbol that stands for 1.'),
          c2: z.string().describe('The symbol that stands for 2.'),
          c3: z.string().describe('The symbol that stands for 3.'),
          isDefault: z.boolean().describe('True for one of them.'),
        }),
      )
      .describe('The enabled character sets, in order.'),
    algorithms: z
      .array(
        z.object({
          id: z.string().describe('What `encrypt` takes as `algorithmId`.'),
          name: z.string().describe('What people call it.'),
          type: algorithmType.describe('The type of its algorithm.'),
          isDefault: z.boolean().describe('True for one of them.'),
          needKey: z.boolean().describe('Whether it uses a key: all types but `RAW` do.'),
        }),
      )
      .describe('The enabled presets, in order.'),
  }),
})
