import type { DocsMessages, RuleMessages } from './docs-messages.ts'
import type { JsonSchema, JsonValue, OpenApiDocument } from './document.ts'

/** One field of a body, as a row of a table. */
export interface Field {
  /** Its path in the body: `data.charsets[].id`. */
  path: string
  type: string
  required: boolean
  /** Restrictions: `1 to 20000 characters`. Values stand between backquotes. */
  rules: string
  description: string
}

/** Follows the references of a schema (`#/components/schemas/…`). */
export function resolveSchema(schema: JsonSchema, document: OpenApiDocument): JsonSchema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1]
  const target = name === undefined ? undefined : document.components?.schemas?.[name]
  return target === undefined ? schema : { ...resolveSchema(target, document), ...withoutRef(schema) }
}

function withoutRef({ $ref, ...rest }: JsonSchema): JsonSchema {
  return rest
}

/** A document, and the words that describe its fields. */
interface FieldContext {
  document: OpenApiDocument
  text: DocsMessages
}

/** One possible form of a body, with its title, description and fields. */
interface BodyForm {
  title: string
  description: string
  fields: Field[]
}

/**
 * The possible forms of a body. There is one, unless the body, or one of its fields, is a `oneOf` or `anyOf`: then
 * there is one for each alternative, with its title and description.
 */
export function formsOf(schema: JsonSchema, context: FieldContext): BodyForm[] {
  const { document } = context
  const resolved = resolveSchema(schema, document)
  const bodies = alternativesOf(resolved) ?? [resolved]
  return bodies.flatMap((body) => {
    const own = resolveSchema(body, document)
    const named = { title: own.title ?? '', description: own.description ?? '' }
    const [name, choice] =
      Object.entries(own.properties ?? {}).find(([, one]) => hasForms(one, document)) ?? []
    if (name === undefined || choice === undefined) return [{ ...named, fields: fieldsOf(own, context) }]
    return (alternativesOf(choice) ?? []).map((alternative) => {
      const { title = '', description = '', ...data } = resolveSchema(alternative, document)
      const properties = { ...own.properties, [name]: data }
      return { title, description, fields: fieldsOf({ ...own, properties }, context) }
    })
  })
}

const alternativesOf = ({ oneOf, anyOf }: JsonSchema) => oneOf ?? anyOf

const hasForms = (schema: JsonSchema, document: OpenApiDocument): boolean =>
  alternativesOf(schema)?.some((one) => resolveSchema(one, document).properties !== undefined) ?? false

/** Every field of an object, including nested ones. */
export function fieldsOf(schema: JsonSchema, context: FieldContext, prefix = ''): Field[] {
  const fields: Field[] = []
  for (const [name, raw] of Object.entries(schema.properties ?? {})) {
    const property = resolveSchema(raw, context.document)
    const path = prefix + name
    fields.push({
      path,
      type: typeName(property, context),
      required: schema.required?.includes(name) ?? false,
      rules: rulesOf(property, context.text.rules),
      description: property.description ?? '',
    })
    fields.push(...nestedFields(property, context, path))
  }
  return fields
}

function nestedFields(property: JsonSchema, context: FieldContext, path: string): Field[] {
  if (property.properties) return fieldsOf(property, context, `${path}.`)
  const items = property.items && resolveSchema(property.items, context.document)
  return items?.properties ? fieldsOf(items, context, `${path}[].`) : []
}

function typeName(schema: JsonSchema, context: FieldContext): string {
  const { document, text } = context
  if (schema.format === 'binary') return text.file
  if (schema.items) return text.arrayOf(typeName(resolveSchema(schema.items, document), context))
  const types = schema.type ?? schema.oneOf?.map((one) => one.type ?? '') ?? []
  return [...new Set([types].flat())].join(text.or)
}

/** The restrictions of a value, in words. */
export function rulesOf(schema: JsonSchema, text: RuleMessages): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema
  const rules: string[] = []
  if (schema.const !== undefined) rules.push(text.is(show(schema.const)))
  if (schema.enum) rules.push(text.oneOf(schema.enum.map(show)))
  if (minLength !== undefined || maxLength !== undefined) rules.push(text.length(minLength, maxLength))
  if (minItems !== undefined || maxItems !== undefined) rules.push(text.items(minItems, maxItems))
  if (minimum !== undefined || maximum !== undefined) rules.push(text.value(minimum, maximum))
  if (schema.pattern) rules.push(text.matches(inCode(schema.pattern)))
  if (schema.format && schema.format !== 'binary') rules.push(inCode(schema.format))
  if (schema.default !== undefined) rules.push(text.ifAbsent(show(schema.default)))
  return rules.join(text.separator)
}

const inCode = (text: string): string => `\`${text}\``
const show = (value: JsonValue): string => inCode(typeof value === 'string' ? value : JSON.stringify(value))
