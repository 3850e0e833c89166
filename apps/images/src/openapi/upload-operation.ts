import { defaultPolicy, message } from '@pictoglyph/core'
import type { Operation } from '@pictoglyph/http/openapi/document'
import { type DescribedFailure, errorResponses } from '@pictoglyph/http/openapi/error-responses'
import { uploadedImage, uploadForm, uploadVerdict } from './upload-schemas.ts'

const uploadFailures: DescribedFailure[] = [
  { facts: { code: 'UNAUTHORIZED' }, when: 'the key is missing, malformed, unknown, expired or revoked.' },
  {
    facts: { code: 'FORBIDDEN', permission: 'images:upload' },
    when: 'the key lacks the permission `images:upload`.',
  },
  {
    facts: { code: 'KEY_BOUND', reason: message('it may not be used from this address.') },
    when: 'the key is bound to other categories, albums, types, sizes or networks.',
  },
  { facts: { code: 'FILE_MISSING' }, when: 'there is no part `file`, or it is empty.' },
  { facts: { code: 'CATEGORY_MISSING' }, when: 'there is no `categoryId`, and the key has no default.' },
  {
    facts: { code: 'CATEGORY_UNAVAILABLE', categoryId: 'old' },
    when: 'the category does not exist or is disabled.',
  },
  {
    facts: { code: 'ALBUM_NOT_ALLOWED', albumId: 'AbCdEfGh012345' },
    when: "the album does not exist or is someone else's.",
  },
  {
    facts: { code: 'TYPE_NOT_ALLOWED', found: 'unknown', allowed: ['image/png'] },
    when: 'the bytes are of no allowed type.',
  },
  {
    facts: { code: 'TOO_LARGE', limitBytes: defaultPolicy['upload.maxBytes'] },
    when: 'the file is over the size limit.',
  },
  {
    facts: { code: 'INVALID_IMAGE', reason: message('it is cut short.') },
    when: 'the image is damaged, or has too many pixels or frames.',
  },
  {
    facts: { code: 'QUOTA_EXCEEDED', quotaBytes: 1_000_000_000 },
    when: "the owner's quota is used up, or what was deleted lately takes up more than twice as much.",
  },
  {
    facts: { code: 'IDEMPOTENCY_MISMATCH' },
    when: 'the Idempotency-Key was used before with other bytes or fields.',
  },
  {
    facts: { code: 'BAD_REQUEST', reason: message('The body ends before its closing boundary.') },
    when: "the form can't be read, a field is unfit, or the upload stalled.",
  },
  {
    facts: { code: 'STORAGE_FAILED' },
    when: 'the image could not be stored, or nobody knows whether it was. Sending it again is safe: of the same bytes there is one image.',
  },
  { facts: { code: 'INTERNAL' }, when: "something else went wrong on the service's side." },
  {
    facts: { code: 'OVERLOADED', retryAfterSeconds: 5 },
    when: 'too many uploads are under way, which is answered before the body is read; or the same bytes, of an image that was deleted, are being removed.',
  },
]

const example = {
  ok: true,
  data: {
    id: 'ReRJ037HyDhGN7',
    url: 'https://images.example/i/ReRJ037HyDhGN7.jpg',
    pageUrl: 'https://images.example/p/ReRJ037HyDhGN7',
    formats: {
      url: 'https://images.example/i/ReRJ037HyDhGN7.jpg',
      markdown: '![Grace](https://images.example/i/ReRJ037HyDhGN7.jpg)',
      markdownLinked:
        '[![Grace](https://images.example/i/ReRJ037HyDhGN7.jpg)](https://images.example/p/ReRJ037HyDhGN7)',
      html: '<img src="https://images.example/i/ReRJ037HyDhGN7.jpg" alt="Grace">',
      htmlLinked:
        '<a href="https://images.example/p/ReRJ037HyDhGN7"><img src="https://images.example/i/ReRJ037HyDhGN7.jpg" alt="Grace"></a>',
      bbcode: '[img]https://images.example/i/ReRJ037HyDhGN7.jpg[/img]',
      bbcodeLinked:
        '[url=https://images.example/p/ReRJ037HyDhGN7][img]https://images.example/i/ReRJ037HyDhGN7.jpg[/img][/url]',
      thumbnail: 'https://images.example/i/ReRJ037HyDhGN7/thumbnail',
      thumbnailLinked:
        '[![Grace](https://images.example/i/ReRJ037HyDhGN7/thumbnail)](https://images.example/p/ReRJ037HyDhGN7)',
    },
    type: 'image/jpeg',
    sizeBytes: 406_412,
    width: 1280,
    height: 1280,
    frames: 1,
  },
} as const

/** `POST /api/v1/upload` */
export const upload: Operation = {
  operationId: 'uploadImage',
  summary: 'Upload an image',
  description:
    "The form's parts may come in any order, and unknown ones are ignored. The answer comes when the image is durable: it survives a power cut.",
  tags: ['Upload'],
  security: [{ apiKey: [] }],
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Of your choice, 1 to 255 visible ASCII characters, new for each upload. The same key with the same upload gets the same answer again, after a lost connection or a crash too.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    {
      name: 'dryRun',
      in: 'query',
      description: '`1` asks for the whole verdict, with every reason at once; nothing is stored.',
      schema: { type: 'string', enum: ['0', '1', 'false', 'true'] },
    },
  ],
  requestBody: { required: true, content: { 'multipart/form-data': { schema: uploadForm } } },
  responses: {
    '200': {
      description: 'The image is stored, or was there already.',
      headers: {
        'X-Request-Id': { description: 'Names this request in the log.', schema: { type: 'string' } },
      },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['ok', 'data'],
            properties: {
              ok: { type: 'boolean', const: true },
              data: { oneOf: [uploadedImage, uploadVerdict] },
            },
          },
          examples: { stored: { summary: 'A new image', value: example } },
        },
      },
    },
    ...errorResponses(uploadFailures),
  },
}
