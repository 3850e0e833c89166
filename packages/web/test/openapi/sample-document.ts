import { message } from '@pictoglyph/site/language/message'
import { z } from 'zod'
import type { OpenApiDocument } from '../../src/openapi/document.ts'
import { errorResponses } from '../../src/openapi/error-responses.ts'
import { jsonSchema } from '../../src/openapi/json-schema.ts'

const body = z.object({
  title: z
    .string()
    .min(1)
    .max(80)
    .describe('Shown <above> the picture.')
    .meta({ examples: ["It's a `title`"] }),
  note: z.string().optional(),
})

/** A small service, with a form, a path parameter and hostile text in its descriptions. */
export const sampleDocument: OpenApiDocument = {
  openapi: '3.1.1',
  info: { title: 'Sample & <script>alert(1)</script>', version: '1.0.0', description: 'Two\n\nparagraphs.' },
  servers: [{ url: 'http://localhost:1/' }],
  components: {
    schemas: { Item: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Send a key.' } },
  },
  paths: {
    '/items/{id}': {
      get: {
        operationId: 'readItem',
        summary: 'Read an item',
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            schema: { type: 'string', pattern: '^.+$' },
            example: 'a/b',
          },
        ],
        responses: {
          '200': {
            description: 'The items.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Item' } } },
                },
              },
            },
          },
          ...errorResponses([
            {
              facts: { code: 'BAD_REQUEST', reason: message('The id is too long.') },
              when: 'The id is no id.',
            },
            { facts: { code: 'NOT_FOUND', what: message('The item') }, when: 'There is no such item.' },
            {
              facts: { code: 'RATE_LIMITED', resetAtMs: 1_767_225_600_000, limit: 600 },
              when: 'Too many requests.',
            },
          ]),
        },
      },
    },
    '/items': {
      post: {
        operationId: 'addItem',
        summary: 'Add an item',
        security: [{ key: [] }],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                ...jsonSchema(body),
                properties: { file: { type: 'string', format: 'binary' }, ...jsonSchema(body).properties },
              },
            },
          },
        },
        responses: { '200': { description: 'Added.' } },
      },
    },
  },
}
