import type { Operation } from './document.ts'
import { requestIdHeader } from './error-responses.ts'

const status = (word: string) => ({
  type: 'object',
  required: ['ok', 'data'],
  properties: {
    ok: { type: 'boolean', const: true },
    data: {
      type: 'object',
      required: ['status'],
      properties: { status: { type: 'string', const: word } },
    },
  },
})

/** `GET /livez` of every service. */
export const livezOperation: Operation = {
  operationId: 'livez',
  tags: ['Health'],
  summary: 'Whether the process answers',
  responses: {
    '200': { description: 'It does.', content: { 'application/json': { schema: status('alive') } } },
  },
}

/** `GET /readyz` of every service. */
export const readyzOperation: Operation = {
  operationId: 'readyz',
  tags: ['Health'],
  summary: 'Whether the service can do its work',
  responses: {
    '200': { description: 'It can.', content: { 'application/json': { schema: status('ready') } } },
    '503': {
      description: 'It cannot, or is about to stop.',
      headers: { 'X-Request-Id': requestIdHeader },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['ok', 'error'],
            properties: {
              ok: { type: 'boolean', const: false },
              error: {
                type: 'object',
                required: ['code', 'message'],
                properties: {
                  code: { type: 'string', const: 'NOT_READY' },
                  message: { type: 'string', description: 'Names the parts that fail.' },
                },
              },
            },
          },
          examples: {
            stopping: {
              summary: 'The service is about to stop.',
              value: { ok: false, error: { code: 'NOT_READY', message: 'Not ready: stopping.' } },
            },
          },
        },
      },
    },
  },
}
