import { copyFormatNames } from '@pictoglyph/core'
import type { JsonSchema } from '@pictoglyph/http/openapi/document'
import type { DryRunData } from '../upload/dry-run-answer.ts'
import type { UploadData } from '../upload/upload-route.ts'

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 1, description })

/** The `data` of an accepted upload. */
export const uploadedImage: JsonSchema = {
  type: 'object',
  required: ['id', 'url', 'pageUrl', 'formats', 'type', 'sizeBytes', 'width', 'height', 'frames'],
  properties: {
    id: text("The image's id."),
    url: text('The direct link to the image.', { format: 'uri' }),
    pageUrl: text('The address of its page.', { format: 'uri' }),
    formats: {
      type: 'object',
      description: 'Forms of the link, ready to be pasted, with the title escaped for each syntax.',
      required: [...copyFormatNames],
      properties: Object.fromEntries(copyFormatNames.map((name) => [name, { type: 'string' }])),
      additionalProperties: { type: 'string' },
    },
    deduped: {
      type: 'boolean',
      const: true,
      description: 'Present only when the upload repeats an existing image.',
    },
    type: text('The media type, from the bytes.'),
    sizeBytes: count('The size of the stored file.'),
    width: count('In pixels, as browsers show the picture.'),
    height: count('In pixels, as browsers show the picture.'),
    frames: count('1 for a still image.'),
    removed: {
      type: 'array',
      description: 'What was taken out of the file before it was stored; absent when nothing was.',
      items: {
        type: 'object',
        required: ['kind', 'bytes'],
        properties: { kind: text('What it was, such as `exif` or `location`.'), bytes: { type: 'integer' } },
      },
    },
  } satisfies Record<keyof UploadData, JsonSchema>,
}

/** The `data` of a dry run. */
export const uploadVerdict: JsonSchema = {
  type: 'object',
  description: 'The answer to a dry run.',
  required: ['accepted', 'problems', 'image', 'wouldDedupe'],
  properties: {
    accepted: { type: 'boolean' },
    problems: {
      type: 'array',
      description: 'Every reason against the upload; the first is what a real one is answered.',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    image: {
      type: ['object', 'null'],
      description: 'What the file is; null where it is missing or no image.',
      required: ['type', 'width', 'height', 'frames', 'sizeBytes'],
      properties: {
        type: text('The media type, from the bytes.'),
        width: count('In pixels, as browsers show the picture.'),
        height: count('In pixels, as browsers show the picture.'),
        frames: count('1 for a still image.'),
        sizeBytes: count('The size of the file as sent.'),
      },
    },
    wouldDedupe: { type: 'boolean', description: 'Whether the answer would be an image that exists.' },
    existing: {
      type: 'object',
      description: 'That image.',
      required: ['id', 'url', 'pageUrl'],
      properties: {
        id: { type: 'string' },
        url: { type: 'string', format: 'uri' },
        pageUrl: { type: 'string', format: 'uri' },
      },
    },
  } satisfies Record<keyof DryRunData, JsonSchema>,
}

/** The form that is sent. */
export const uploadForm: JsonSchema = {
  type: 'object',
  required: ['file', 'categoryId'],
  properties: {
    file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The image file.' },
    categoryId: text(
      'Id of an enabled category; empty for the default category of the key, where it has one. The interface requires the field. For that default the service takes uploads without it too, which only clients made by hand can send.',
    ),
    albumId: text(
      "Id of an album of the key's user. It gets the image, also where the upload repeats one of the same owner's.",
    ),
    title: text('At most 500 characters.'),
    description: text('At most 10,000 characters; empty when left out.'),
  },
}
