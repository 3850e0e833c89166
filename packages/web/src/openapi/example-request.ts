import type { Content, JsonSchema, JsonValue, OpenApiDocument, Operation, Parameter } from './document.ts'
import { resolveSchema } from './schema-fields.ts'

/** An operation with its method and address. */
export interface PlacedOperation {
  method: string
  path: string
  operation: Operation
}

/** A complete request for an operation, from the description's own examples. */
export interface ExampleRequest {
  method: string
  url: string
  /** Whether it carries an API key. */
  hasKey: boolean
  headers: readonly (readonly [name: string, value: string])[]
  body: { kind: 'none' } | { kind: 'form'; fields: readonly ExampleField[] } | JsonBody
  /** Whether the answer may be a redirect, which `curl` follows only on request. */
  redirects: boolean
  /** Whether the answer is a file to save, not to print. */
  isFile: boolean
}

/** The file name in examples. Only the answer tells its type. */
export const savedName = 'picture'

/** A field of a form; `null` is a picture. */
type ExampleField = readonly [name: string, value: string | null]

interface JsonBody {
  kind: 'json'
  type: string
  value: JsonValue
}

/** The example request of an operation. */
export function exampleRequest(
  document: OpenApiDocument,
  { method, path, operation }: PlacedOperation,
): ExampleRequest {
  const base = (document.servers[0]?.url ?? '').replace(/\/$/, '')
  const parameters = operation.parameters ?? []
  const security = operation.security ?? document.security ?? []
  return {
    method,
    url: base + filledPath(path, parameters),
    hasKey: security.some((one) => Object.keys(one).length > 0),
    headers: parameters.flatMap(({ name, in: place, example }) =>
      place === 'header' && example !== undefined ? [[name, String(example)] as const] : [],
    ),
    body: operation.requestBody ? bodyOf(operation.requestBody.content, document) : { kind: 'none' },
    redirects: operation.responses['302'] !== undefined,
    isFile: Object.values(operation.responses['200']?.content ?? {}).some(
      ({ schema }) => schema.format === 'binary',
    ),
  }
}

function filledPath(path: string, parameters: readonly Parameter[]): string {
  const exampleOf = ({ example, name }: Parameter) =>
    encodeURIComponent(String(example ?? name.toUpperCase()))
  let filled = path
  for (const parameter of parameters) {
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, exampleOf(parameter))
  }
  const query = parameters.filter(({ in: place, required }) => place === 'query' && required)
  if (query.length === 0) return filled
  return `${filled}?${query.map((one) => `${one.name}=${exampleOf(one)}`).join('&')}`
}

function bodyOf(content: Content, document: OpenApiDocument): ExampleRequest['body'] {
  const form = content['multipart/form-data']
  if (form) return { kind: 'form', fields: exampleFields(resolveSchema(form.schema, document)) }
  const [type = '', body] = Object.entries(content)[0] ?? []
  return { kind: 'json', type, value: Object.values(body?.examples ?? {})[0]?.value ?? {} }
}

/** The file, the required fields, and optional fields with an example. */
function exampleFields(schema: JsonSchema): ExampleField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): ExampleField[] => {
    if (property.format === 'binary') return [[name, null]]
    const example = property.examples?.[0]
    if (example === undefined && !schema.required?.includes(name)) return []
    return [[name, String(example ?? name.toUpperCase())]]
  })
}
