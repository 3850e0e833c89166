import type { CopyFormatName } from '@pictoglyph/site/images/copy-formats'
import type { JsonSchema } from '@pictoglyph/web/openapi/document'
import { schemaRef } from '@pictoglyph/web/openapi/error-responses'
import type { DryRunData } from '../upload/dry-run-answer.ts'
import type { UploadData } from '../upload/upload-data.ts'

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})
const count = (description: string): JsonSchema => ({ type: 'integer', minimum: 1, description })

const formats: Record<CopyFormatName | 'htmlResponsive', string> = {
  url: 'The direct link.',
  markdown: 'Markdown that shows the image.',
  markdownLinked: 'Markdown that shows the image and leads to its page.',
  html: 'HTML that shows the image.',
  htmlLinked: 'HTML that shows the image and leads to its page.',
  bbcode: 'BBCode that shows the image.',
  bbcodeLinked: 'BBCode that shows the image and leads to its page.',
  thumbnail: 'The address of the thumbnail.',
  thumbnailLinked: 'Markdown that shows the thumbnail and leads to the page.',
  htmlResponsive: 'HTML whose image loads late, in the smallest size that is sharp.',
}

/** The `data` of an accepted upload. */
export const uploadedImage: JsonSchema = {
  type: 'object',
  title: 'The image',
  required: ['kind', 'id', 'url', 'pageUrl', 'formats', 'type', 'sizeBytes', 'width', 'height', 'frames'],
  properties: {
    kind: text('Tells it from the verdict of a dry run.', { const: 'image' }),
    id: text("The image's id."),
    url: text('The direct link to the image.', { format: 'uri' }),
    pageUrl: text('The address of its page.', { format: 'uri' }),
    formats: {
      type: 'object',
      description: 'Forms of the link, ready to be pasted, with the title escaped for each syntax.',
      required: Object.keys(formats),
      properties: Object.fromEntries(
        Object.entries(formats).map(([name, description]) => [name, text(description)]),
      ),
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
        properties: {
          kind: text('What it was, such as `exif` or `location`.'),
          bytes: { type: 'integer', description: 'How many bytes.' },
        },
      },
    },
    expiresAt: text('When the image ends, in UTC. Absent where it stays.', { format: 'date-time' }),
    placeholder: text(
      'A few pixels of the image as a data URL, to be shown while it loads. Absent until its thumbnail was made.',
    ),
  } satisfies Record<keyof UploadData, JsonSchema>,
}

/** The `data` of a dry run. */
export const uploadVerdict: JsonSchema = {
  type: 'object',
  title: 'The verdict of a dry run',
  required: ['kind', 'accepted', 'problems', 'image', 'wouldDedupe'],
  properties: {
    kind: text('Tells it from the answer to an upload.', { const: 'verdict' }),
    accepted: { type: 'boolean', description: 'Whether the upload would be taken.' },
    problems: {
      type: 'array',
      description: 'Every reason against the upload; the first is what a real one is answered.',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: text('The code of the error.'),
          message: text('A sentence for a person; its words may change.'),
        },
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
        id: text("The image's id."),
        url: text('The direct link to the image.', { format: 'uri' }),
        pageUrl: text('The address of its page.', { format: 'uri' }),
      },
    },
  } satisfies Record<keyof DryRunData, JsonSchema>,
}

/** The answer to both; `data.kind` distinguishes them. */
export const uploadAnswer: JsonSchema = {
  type: 'object',
  required: ['ok', 'data'],
  properties: {
    ok: { type: 'boolean', const: true },
    data: {
      oneOf: [schemaRef('UploadResult'), schemaRef('DryRunVerdict')],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          image: '#/components/schemas/UploadResult',
          verdict: '#/components/schemas/DryRunVerdict',
        },
      },
    },
  },
}

/** The upload form. */
export const uploadForm: JsonSchema = {
  type: 'object',
  required: ['file', 'categoryId'],
  properties: {
    file: { type: 'string', format: 'binary', description: 'The image file.' },
    sha256: text(
      'Of the file, 64 hexadecimal digits. It may stand in place of `file`, which the interface requires: where you have a live image of these bytes, the answer is the one that the file would get. Otherwise it is 400 `FILE_MISSING`; send the file then. Images of others are never looked at. With a file it is ignored.',
    ),
    categoryId: text(
      'Id of an enabled category; empty for the default category of the key, where it has one. The interface requires the field. For that default the service takes uploads without it too, which only clients made by hand can send.',
      { examples: ['general'] },
    ),
    albumId: text(
      "Id of an album of the key's user. It gets the image, also where the upload repeats one of the same owner's. Without it, the single album that the key is bound to.",
    ),
    expiresIn: text(
      'How long the image stays: a span such as `30s`, `10m`, `1h` or `30d`. Then it is gone, for you too. Without it the key or the policy decides. A repeated image keeps the later end.',
    ),
    link: text(
      'The name of a link (`/l/NAME`) that leads to the image from now on. The key must be bound to that name.',
    ),
    title: text('At most 500 characters.'),
    description: text('At most 10,000 characters; empty when left out.'),
  },
}
