import type { Operation } from '@pictoglyph/web/openapi/document'
import { describedFailures, errorResponses, schemaRef } from '@pictoglyph/web/openapi/error-responses'

const example = {
  ok: true,
  data: {
    kind: 'image',
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
      thumbnail: 'https://images.example/i/ReRJ037HyDhGN7/thumbnail.webp',
      thumbnailLinked:
        '[![Grace](https://images.example/i/ReRJ037HyDhGN7/thumbnail.webp)](https://images.example/p/ReRJ037HyDhGN7)',
      htmlResponsive:
        '<img src="https://images.example/i/ReRJ037HyDhGN7.jpg" srcset="https://images.example/i/ReRJ037HyDhGN7/thumbnail.webp 320w, https://images.example/i/ReRJ037HyDhGN7/medium.webp 960w, https://images.example/i/ReRJ037HyDhGN7.jpg 1280w" sizes="(max-width: 1280px) 100vw, 1280px" width="1280" height="1280" alt="Grace" loading="lazy">',
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
    "The form's parts may come in any order, and unknown ones are ignored, unless their names are nearly known ones. The answer comes when the image is durable: it survives a power cut.",
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
  requestBody: { required: true, content: { 'multipart/form-data': { schema: schemaRef('UploadForm') } } },
  responses: {
    '200': {
      description: 'The image is stored, or was there already.',
      headers: {
        'X-Request-Id': { description: 'Names this request in the log.', schema: { type: 'string' } },
      },
      content: {
        'application/json': {
          schema: schemaRef('UploadAnswer'),
          examples: { stored: { summary: 'A new image', value: example } },
        },
      },
    },
    ...errorResponses(describedFailures('upload'), {}, true),
  },
}
