import { z } from 'zod'
import type { JsonSchema } from './document.ts'

/**
 * The JSON Schema of a Zod schema, for a description. `io` chooses the side of a transformation: the request (the
 * default) or the answer.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonSchema {
  const { $schema, '~standard': standard, ...described } = z.toJSONSchema(schema, { io })
  return described as JsonSchema
}
