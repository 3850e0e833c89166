import type { JsonSchema, JsonValue, OpenApiDocument } from './document.ts'

/** One field of a body, as a row to read. */
export interface Field {
  /** Where it stands: `data.charsets[].id`. */
  path: string
  type: string
  required: boolean
  /** What it is held to: `1 to 20000 characters`. */
  rules: string
  description: string
}

/** What a schema is after its references (`#/components/schemas/…`) are followed. */
export function resolveSchema(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  const target = name === undefined ? undefined : document.components?.schemas?.[name]
  return target === undefined ? schema : { ...resolveSchema(target, document), ...withoutRef(schema) }
}

function withoutRef({ $ref, ...rest }: JsonSchema): JsonSchema {
  return rest
}

/** The forms a body may take, each with its title: one, unless the schema is a `oneOf` or `anyOf`. */
export function formsOf(schema: JsonSchema, document: OpenApiDocument): { title: string; fields: Field[] }[] {
  const resolved = resolveSchema(schema, document)
  const forms = resolved.oneOf ?? resolved.anyOf ?? [resolved]
  return forms.map((form) => {
    const own = resolveSchema(form, document)
    return { title: own.title ?? '', fields: fieldsOf(own, document) }
  })
}

/** Every field of an object, those of the objects within it too. */
export function fieldsOf(schema: JsonSchema, document: OpenApiDocument, prefix = ''): Field[] {
  const fields: Field[] = []
  for (const [name, raw] of Object.entries(schema.properties ?? {})) {
    const property = resolveSchema(raw, document)
    const path = prefix + name
    fields.push({
      path,
      type: typeName(property, document),
      required: schema.required?.includes(name) ?? false,
      rules: rulesOf(property),
      description: property.description ?? '',
    })
    fields.push(...nestedFields(property, document, path))
  }
  return fields
}

function nestedFields(property: JsonSchema, document: OpenApiDocument, path: string): Field[] {
  if (property.properties) return fieldsOf(property, document, `${path}.`)
  const items = property.items && resolveSchema(property.items, document)
  return items?.properties ? fieldsOf(items, document, `${path}[].`) : []
}

function typeName(schema: JsonSchema, document: OpenApiDocument): string {
  if (schema.format === 'binary' || schema.contentMediaType !== undefined) return 'file'
  if (schema.items) return `array of ${typeName(resolveSchema(schema.items, document), document)}s`
  const types = schema.type ?? schema.oneOf?.map((one) => one.type ?? '') ?? []
  return [...new Set([types].flat())].join(' or ')
}

/** What a value is held to, in words. */
export function rulesOf(schema: JsonSchema): string {
  const rules: string[] = []
  if (schema.const !== undefined) rules.push(`is ${show(schema.const)}`)
  if (schema.enum) rules.push(`one of ${schema.enum.map(show).join(', ')}`)
  rules.push(...span(schema.minLength, schema.maxLength, 'characters'))
  rules.push(...span(schema.minItems, schema.maxItems, 'items'))
  rules.push(...span(schema.minimum, schema.maximum, ''))
  if (schema.pattern) rules.push(`matches ${schema.pattern}`)
  if (schema.format && schema.format !== 'binary') rules.push(schema.format)
  if (schema.default !== undefined) rules.push(`${show(schema.default)} if absent`)
  return rules.join('; ')
}

function span(least: number | undefined, most: number | undefined, unit: string): string[] {
  const tail = unit === '' ? '' : ` ${unit}`
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${tail}`]
  if (most !== undefined) return [`at most ${most}${tail}`]
  return least === undefined ? [] : [`at least ${least}${tail}`]
}

const show = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))
