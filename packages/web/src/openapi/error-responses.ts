import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import { type DescribedOperation, failures } from '@pictoglyph/site/language/failures'
import { errorBody, errorHeaders, statusOf } from '../error-answer.ts'
import type {
  HeaderDescription,
  JsonSchema,
  JsonValue,
  OpenApiDocument,
  ResponseDescription,
} from './document.ts'

/** One way in which an operation fails: the facts of an example, and when it happens. */
export interface DescribedFailure {
  facts: FailureFacts
  when: string
}

/** Every failure whose entry in `failures` names the operation. */
export function describedFailures(operation: DescribedOperation): DescribedFailure[] {
  return Object.entries(failures)
    .filter(([, { describedIn }]) => describedIn.includes(operation))
    .map(([code, { example, when }]) => ({ facts: { code, ...example } as FailureFacts, when }))
}

/** A reference to a schema of the document. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const errorBodySchema = (codes: readonly string[]): JsonSchema => ({
  type: 'object',
  required: ['ok', 'error'],
  properties: {
    ok: { type: 'boolean', const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: codes, description: 'What programs branch on.' },
        message: { type: 'string', description: 'A sentence for a person; its words may change.' },
      },
    },
  },
})

/** The schemas that {@link errorResponses} refers to, with the codes of the operations' examples. */
export function errorSchemas(paths: OpenApiDocument['paths']): Record<string, JsonSchema> {
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const codes = new Set(operations.flatMap(({ responses }) => Object.values(responses).flatMap(codesOf)))
  const isLimited = codes.delete('RATE_LIMITED')
  const limited = errorBodySchema(['RATE_LIMITED'])
  const data: JsonSchema = {
    type: 'object',
    required: ['resetAt'],
    properties: {
      resetAt: {
        type: 'integer',
        description: 'When the next request is accepted, in milliseconds since the Unix epoch.',
      },
    },
  }
  return {
    ApiError: errorBodySchema([...codes].toSorted()),
    ...(isLimited && {
      RateLimitError: {
        ...limited,
        required: ['ok', 'error', 'data'],
        properties: { ...limited.properties, data },
      },
    }),
  }
}

/** The error codes in the examples of an answer. */
export function codesOf({ content }: ResponseDescription): string[] {
  return Object.values(content?.['application/json']?.examples ?? {}).flatMap(({ value }) => {
    const code = (value as { error?: { code?: string } } | null)?.error?.code
    return code === undefined ? [] : [code]
  })
}

const headerDescriptions: Record<string, HeaderDescription> = {
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: { type: 'string' },
    example: 'Bearer realm="pictoglyph"',
  },
  Allow: { description: 'The methods this path takes.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
}

/** Header of every failure. */
export const requestIdHeader: HeaderDescription = {
  description: 'Names this request in the log of the service.',
  schema: { type: 'string' },
}

/** A time for examples: 2026-01-01T00:00:00Z. */
export const exampleTimeMs = 1_767_225_600_000

/**
 * The responses of an operation's failures, one for each status, with an example for every code. Status, headers and
 * messages are those of the services.
 *
 * @param headers further headers of each of these answers
 * @param isUpload the operation is an upload
 */
export function errorResponses(
  failures: readonly DescribedFailure[],
  headers: Readonly<Record<string, HeaderDescription>> = {},
  isUpload = false,
): Record<string, ResponseDescription> {
  const byStatus = Map.groupBy(failures, ({ facts }) => statusOf(facts.code, isUpload))
  const responses: Record<string, ResponseDescription> = {}
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) {
    const name = group.some(({ facts }) => facts.code === 'RATE_LIMITED') ? 'RateLimitError' : 'ApiError'
    responses[String(status)] = {
      description: group.map(({ facts, when }) => `\`${facts.code}\`: ${when}`).join('\n\n'),
      headers: { ...headers, ...headersOf(group), 'X-Request-Id': requestIdHeader },
      content: { 'application/json': { schema: schemaRef(name), examples: examplesOf(group) } },
    }
  }
  return responses
}

function headersOf(group: readonly DescribedFailure[]): Record<string, HeaderDescription> {
  const names = group.flatMap(({ facts }) => Object.keys(errorHeaders(new Failure(facts), exampleTimeMs)))
  const plain: HeaderDescription = { description: '', schema: { type: 'string' } }
  return Object.fromEntries(names.map((name) => [name, headerDescriptions[name] ?? plain]))
}

function examplesOf(
  group: readonly DescribedFailure[],
): Record<string, { summary: string; value: JsonValue }> {
  const examples: Record<string, { summary: string; value: JsonValue }> = {}
  for (const { facts, when } of group) {
    const taken = Object.keys(examples).filter((name) => name.startsWith(facts.code)).length
    const name = taken === 0 ? facts.code : `${facts.code}_${taken + 1}`
    examples[name] = { summary: when, value: { ...errorBody(new Failure(facts)) } }
  }
  return examples
}
