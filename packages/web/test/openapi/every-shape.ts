import type { JsonSchema, OpenApiDocument, Operation } from '../../src/openapi/document.ts'

const text = (more: JsonSchema = {}): JsonSchema => ({ type: 'string', ...more })
const binary = text({ format: 'binary' })
const done = { '200': { description: 'Done.' } }

const fields: Record<string, JsonSchema> = {
  least: text({ minLength: 1, description: 'With `code` and <signs>.' }),
  most: text({ maxLength: 1 }),
  both: text({ minLength: 2, maxLength: 20_000 }),
  same: text({ minLength: 4, maxLength: 4 }),
  fewest: { type: 'array', items: text(), minItems: 1 },
  few: { type: 'array', items: { $ref: '#/components/schemas/Item' }, maxItems: 1, minItems: 0 },
  from: { type: 'integer', minimum: 0 },
  to: { type: 'integer', maximum: 9 },
  fromTo: { type: ['number', 'null'], minimum: 1, maximum: 2 },
  fixed: { const: true },
  chosen: { enum: ['a', 5, null, false], default: 'a' },
  matched: text({ pattern: '^[a-z]+$', format: 'date-time', examples: ["it's"] }),
  nested: { type: 'object', required: ['deep'], properties: { deep: { type: 'boolean', default: false } } },
  referenced: { $ref: '#/components/schemas/Item', description: 'An item of its own.' },
  unknown: { $ref: '#/components/schemas/Nothing' },
  either: { oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'string' }, {}] },
}

const operation = (operationId: string, more: Partial<Operation>): Operation => ({
  operationId,
  summary: `Does ${operationId}`,
  responses: done,
  ...more,
})

const json = (
  value: NonNullable<OpenApiDocument['servers']>[number] | object | null,
  schema: JsonSchema = {},
) => ({
  required: true,
  content: {
    'application/json': { schema, examples: { first: { summary: 'First', value: value as never } } },
  },
})

const header = { name: 'X-Tag', in: 'header', schema: text(), example: "it's" } as const
const inQuery = {
  name: 'find',
  in: 'query',
  required: true,
  schema: text({ maxLength: 9 }),
  example: 'a b',
} as const

/** A description with every shape of an operation, a body and a field. */
export const everyShape: OpenApiDocument = {
  openapi: '3.1.1',
  info: {
    title: 'Shapes',
    version: '2.0.0',
    summary: 'Everything.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: 'https://shapes.example/base/', description: 'The base' }],
  tags: [{ name: 'First', description: 'The first ones.' }, { name: 'Second' }],
  components: {
    schemas: {
      Item: { type: 'object', title: 'Item', required: ['id'], properties: { id: text(), note: text() } },
    },
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Send `a key`.' } },
  },
  security: [{ key: [] }],
  paths: {
    '/things/{id}': {
      get: operation('readThing', {
        tags: ['First'],
        description: 'Two paragraphs.\n\nThe second.',
        security: [],
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Its id.', schema: text(), example: 'a/ü' },
          inQuery,
          { ...inQuery, name: 'page', schema: { type: 'integer', minimum: 1 }, example: 1 },
          { name: 'sort', in: 'query', schema: { enum: ['up', 'down'], default: 'up' } },
          header,
          { name: 'X-Plain', in: 'header', schema: text() },
        ],
        responses: {
          '200': {
            description: 'The thing.',
            headers: { ETag: { description: 'Its version.', schema: text(), example: '"1"' } },
            content: {
              'image/*': { schema: binary },
              'application/json': { schema: { $ref: '#/components/schemas/Item' } },
            },
          },
          '302': {
            description: 'It is elsewhere.',
            headers: { Location: { description: 'Where.', schema: text() } },
          },
          '304': { description: 'It is the same.' },
        },
      }),
      head: operation('lookAtThing', {
        tags: ['First'],
        parameters: [{ name: 'id', in: 'path', schema: text() }],
      }),
      put: operation('putThing', {
        tags: ['Second'],
        requestBody: json(
          { a: [1, true, null, { b: 'é"' }] },
          { type: 'object', required: ['least', 'few', 'either'], properties: fields },
        ),
      }),
      patch: operation('patchThing', {
        requestBody: json(null, { $ref: '#/components/schemas/Item' }),
        security: [{}],
      }),
      delete: operation('removeThing', {}),
      options: operation('askThing', { security: [{}, { key: [] }] }),
    },
    '/things': {
      post: operation('addThing', {
        tags: ['Second'],
        parameters: [header],
        requestBody: {
          description: 'A form.',
          required: false,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file', 'name'],
                properties: {
                  file: binary,
                  name: text(),
                  note: text(),
                  size: { type: 'integer', examples: [5] },
                },
              },
            },
          },
        },
      }),
      get: operation('listThings', {
        responses: {
          '200': {
            description: 'One of two.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data'],
                  properties: {
                    ok: { const: true },
                    data: {
                      oneOf: [
                        { $ref: '#/components/schemas/Item' },
                        {
                          type: 'object',
                          title: 'Other',
                          description: 'The other.',
                          properties: { more: { type: 'array', items: { type: 'array', items: text() } } },
                        },
                      ],
                    },
                  },
                },
              },
            },
          },
          '404': {
            description: 'Either.',
            content: {
              'application/json': {
                schema: { anyOf: [{ title: 'A', properties: { a: text() } }, { properties: { b: text() } }] },
              },
            },
          },
        },
      }),
      put: operation('sendThing', { requestBody: json({}, {}), security: [] }),
    },
    '/without': {
      post: operation('begin', { security: [] }),
      put: operation('sendForm', {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': { schema: { properties: { name: text({ examples: ['x y'] }) } } },
          },
        },
      }),
    },
  },
}
