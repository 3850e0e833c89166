import type { Operation } from './document.ts'
import { requestIdHeader, schemaRef } from './error-responses.ts'

const status = (word: string, more: Record<string, unknown> = {}) => ({
  type: 'object',
  required: ['ok', 'data'],
  properties: {
    ok: { type: 'boolean', const: true },
    data: {
      type: 'object',
      required: ['status'],
      properties: { status: { type: 'string', const: word }, ...more },
    },
  },
})

/** Further details of `/readyz`, for operators. */
const details = {
  type: 'object',
  properties: {
    renditions: kindOf(
      ['sharp', 'none'],
      'What makes smaller images; with none, images are shown as they are.',
    ),
    isolation: kindOf(['bubblewrap', 'none'], 'How the programs that decode images are kept apart.'),
    scanIsolation: kindOf(
      ['bubblewrap', 'none'],
      'How the scanner of uploads is kept apart, if there is one.',
    ),
  },
}

function kindOf(kinds: readonly string[], description: string) {
  return {
    type: 'object',
    description,
    required: ['kind'],
    properties: { kind: { type: 'string', enum: kinds } },
  }
}

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
    '200': {
      description: 'It can.',
      content: { 'application/json': { schema: status('ready', { details }) } },
    },
    '503': {
      description: 'It cannot, or is about to stop.',
      headers: { 'X-Request-Id': requestIdHeader },
      content: {
        'application/json': {
          schema: schemaRef('ApiError'),
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
