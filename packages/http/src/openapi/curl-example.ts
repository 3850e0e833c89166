import { shellWord } from '@pictoglyph/core'
import type { Content, JsonSchema, OpenApiDocument, Operation, Parameter } from './document.ts'
import { resolveSchema } from './schema-fields.ts'

/** A `curl` line that calls an operation as it stands, made of the description's own examples. */
export function curlExample(
  document: OpenApiDocument,
  { method, path, operation }: { method: string; path: string; operation: Operation },
): string {
  const base = (document.servers[0]?.url ?? '').replace(/\/$/, '')
  const parameters = operation.parameters ?? []
  const parts = ['curl']
  if (method === 'head') parts.push('--head')
  else if (method !== 'get' && (method !== 'post' || !operation.requestBody)) {
    parts.push('-X', method.toUpperCase())
  }
  parts.push(shellWord(base + filledPath(path, parameters)))
  const lines = [parts.join(' ')]
  const security = operation.security ?? document.security ?? []
  if (security.some((one) => Object.keys(one).length > 0)) {
    lines.push('-H "Authorization: Bearer $API_KEY"')
  }
  for (const { name, in: place, example } of parameters) {
    if (place === 'header' && example !== undefined) lines.push(`-H ${shellWord(`${name}: ${example}`)}`)
  }
  if (operation.requestBody) lines.push(...bodyArguments(operation.requestBody.content, document))
  return lines.join(' \\\n  ')
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

function bodyArguments(content: Content, document: OpenApiDocument): string[] {
  const form = content['multipart/form-data']
  if (form) return formArguments(resolveSchema(form.schema, document))
  const [type, body] = Object.entries(content)[0] ?? []
  const example = Object.values(body?.examples ?? {})[0]?.value ?? {}
  return [`-H ${shellWord(`Content-Type: ${type}`)}`, `-d ${shellWord(JSON.stringify(example))}`]
}

/** The file and what is required, and optional fields that have an example. */
function formArguments(schema: JsonSchema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    if (property.format === 'binary' || property.contentMediaType) return [`-F ${name}=@picture.png`]
    const example = property.examples?.[0]
    if (example === undefined && !schema.required?.includes(name)) return []
    return [`-F ${shellWord(`${name}=${example ?? name.toUpperCase()}`)}`]
  })
}
