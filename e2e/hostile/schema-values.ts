import fc from 'fast-check'

/** What of JSON Schema our descriptions use for what is sent. */
export interface JsonSchema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  minLength?: number
  maxLength?: number
  examples?: readonly unknown[]
}

const manyUnits = 5_000

/** Values that a schema allows, and now and then some that it does not. */
export function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const fitting = fittingValue(schema)
  return fc.oneof(
    { weight: 12, arbitrary: fitting },
    {
      weight: schema.examples === undefined ? 0 : 12,
      arbitrary: fc.constantFrom(...(schema.examples ?? [''])),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  )
}

function fittingValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.type === 'object') return objectFor(schema)
  if (schema.type === 'integer') return fc.integer()
  if (schema.type === 'boolean') return fc.boolean()
  const { minLength = 0, maxLength = manyUnits } = schema
  const size = { minLength, maxLength: Math.min(maxLength, manyUnits) }
  return fc.oneof(
    fc.string(size),
    fc.string({ ...size, unit: 'binary' }),
    fc.string({
      ...size,
      unit: fc.integer({ min: 0xd7f0, max: 0xe00f }).map((code) => String.fromCharCode(code)),
    }),
  )
}

function objectFor({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valueFor(schema)]),
  )
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(fields, { requiredKeys: required.filter((name) => name in fields) }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  )
}
