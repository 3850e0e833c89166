/** An argument of a tool in JSON Schema. */
interface ArgumentSchema {
  type: 'string' | 'integer'
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: readonly string[]
  pattern?: string
  default?: string | number
}

/** The arguments of a tool in JSON Schema. */
export interface ArgumentsSchema {
  type: 'object'
  properties: Readonly<Record<string, ArgumentSchema>>
  required: readonly string[]
  additionalProperties: false
}

export function argumentsSchema(
  properties: Readonly<Record<string, ArgumentSchema>>,
  required: readonly string[],
): ArgumentsSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Checks arguments and adds defaults. @throws {TypeError} with the problem, so that an agent can correct it */
export function readArguments(
  { properties, required }: ArgumentsSchema,
  given: Readonly<Record<string, unknown>>,
): Record<string, string | number | undefined> {
  const known = Object.keys(properties).join(', ')
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(properties, name)) {
      throw new TypeError(`There is no argument "${name}". This tool takes: ${known}.`)
    }
  }
  const values = Object.entries(properties).map(([name, schema]) => {
    const value = given[name] ?? schema.default
    if (value !== undefined) return [name, checked(name, schema, value)]
    if (required.includes(name)) throw new TypeError(`The argument "${name}" is missing.`)
    return [name, undefined]
  })
  return Object.fromEntries(values)
}

function checked(name: string, schema: ArgumentSchema, value: unknown): string | number {
  const wrong = (what: string) => new TypeError(`The argument "${name}" must be ${what}.`)
  if (schema.type === 'integer') {
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = schema
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= minimum && value <= maximum)
      return value
    throw wrong(`a whole number from ${minimum} to ${maximum}`)
  }
  if (typeof value !== 'string') throw wrong('a text')
  const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER, enum: choices, pattern } = schema
  if (value.length < minLength) throw wrong(`a text of at least ${minLength} characters`)
  if (value.length > maxLength) throw wrong(`a text of at most ${maxLength} characters`)
  if (choices !== undefined && !choices.includes(value)) throw wrong(`one of ${choices.join(', ')}`)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    throw wrong(schema.description ?? pattern)
  return value
}
