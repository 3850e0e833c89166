import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { require } from '../proof/proof.ts'
import { sampleImage } from '../site/sample-image.ts'
import { startUnlimitedSite, type UnlimitedSite } from '../site/unlimited-site.ts'
import { sendCanary } from './canary.ts'
import { type JsonSchema, valueFor } from './schema-values.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  schema: JsonSchema
  example?: string
}

interface Content {
  schema: JsonSchema
  examples?: Record<string, { value: unknown }>
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}

interface Description {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

interface DescribedFigures {
  service: 'images' | 'text'
  sent: number
  /** How often each status was answered. */
  statuses: string
}

const ajv = new Ajv2020({ strict: false, validateFormats: false })

/**
 * Sends random requests as the services' own descriptions have them, and some that are not: every answer has a
 * status that is described for it, with a body of the described shape, within `maxMs`.
 * @throws if one has not
 */
export async function proveDescribedRequests(
  countOfEach: number,
  maxMs = Infinity,
): Promise<DescribedFigures[]> {
  await using site = await startUnlimitedSite()
  const figures: DescribedFigures[] = []
  for (const service of ['images', 'text'] as const) {
    const document = await Bun.file(join(import.meta.dir, `../../docs/openapi/${service}.json`)).json()
    const statuses = new Map<number, number>()
    for (const [path, methods] of Object.entries(withoutReferences(document).paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        await tryOperation({ site, service, path, method, operation, countOfEach, maxMs, statuses })
      }
    }
    await sendCanary(site)
    const counts = [...statuses].sort(([a], [b]) => a - b)
    figures.push({
      service,
      sent: counts.reduce((sum, [, count]) => sum + count, 0),
      statuses: counts.map(([status, count]) => `${status}: ${count}`).join(', '),
    })
  }
  return figures
}

/** A description in which every reference is what it names. */
function withoutReferences(document: Description): Description {
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    const reference = '$ref' in value ? String(value.$ref).split('/').at(-1) : undefined
    if (reference !== undefined) return replaced(document.components.schemas[reference])
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one)]))
  }
  return replaced(document) as Description
}

async function tryOperation(options: {
  site: UnlimitedSite
  service: DescribedFigures['service']
  path: string
  method: string
  operation: Operation
  countOfEach: number
  maxMs: number
  statuses: Map<number, number>
}): Promise<void> {
  const { site, service, path, method, operation, maxMs, statuses } = options
  const validators = responseValidators(operation)
  const property = fc.asyncProperty(
    requestFor(site, service, path, method, operation),
    async ({ url, init }) => {
      const beganMs = performance.now()
      const response = await fetch(url, init())
      const body = await response.bytes()
      const took = performance.now() - beganMs
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const said = () => `${method} ${url}: ${response.status} ${Buffer.from(body).toString('utf8', 0, 500)}`
      require(took < maxMs, () => `${said()} after ${Math.round(took)} ms`)
      const validator = validators.get(response.status)
      require(validator !== undefined, () => `${said()}: this status is not described.`)
      const type = response.headers.get('content-type')?.split(';')[0] ?? ''
      if (method === 'head' || validator.schemas.size === 0) return
      const schema = validator.schemas.get(type) ?? validator.schemas.get(type.replace(/\/.*/, '/*'))
      require(schema !== undefined, () => `${said()}: "${type}" is not described.`)
      if (type !== 'application/json') return
      require(schema(JSON.parse(Buffer.from(body).toString())), () =>
        `${said()}: ${JSON.stringify(schema.errors)}`)
    },
  )
  const numRuns = path.endsWith('z') ? 5 : options.countOfEach
  await fc.assert(property, { numRuns, endOnFailure: false })
}

interface DescribedResponse {
  schemas: Map<string, ValidateFunction>
}

function responseValidators({ responses }: Operation): Map<number, DescribedResponse> {
  return new Map(
    Object.entries(responses).map(([status, { content = {} }]) => [
      Number(status),
      { schemas: new Map(Object.entries(content).map(([type, { schema }]) => [type, ajv.compile(schema)])) },
    ]),
  )
}

interface DescribedRequest {
  url: string
  /** Made anew each time, for a body can be sent once. */
  init: () => RequestInit
}

function requestFor(
  site: UnlimitedSite,
  service: DescribedFigures['service'],
  path: string,
  method: string,
  operation: Operation,
): fc.Arbitrary<DescribedRequest> {
  const parameters = operation.parameters ?? []
  const values = fc.record(
    Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterValue(parameter)])),
  )
  return fc.record({ values, body: bodyFor(site, operation) }).map((drawn) => {
    let filled = path
    const query = new URLSearchParams()
    const headers = new Headers()
    for (const { name, in: place } of parameters) {
      const value = drawn.values[name]
      if (value === undefined) continue
      if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
      else if (place === 'query') query.set(name, value)
      else if (/^[\x21-\x7e]*$/.test(value)) headers.set(name, value)
    }
    const url = `${site.urls[service]}${filled}${query.size > 0 ? `?${query}` : ''}`
    return { url, init: () => ({ method: method.toUpperCase(), redirect: 'manual', ...drawn.body(headers) }) }
  })
}

function parameterValue({ schema, example, in: place }: Parameter): fc.Arbitrary<string | undefined> {
  const text = valueFor(schema)
    .map(asText)
    // A path's parameter that is empty, or dots, is another path.
    .filter((value) => value.isWellFormed() && (place !== 'path' || !/^\.{0,2}$/.test(value)))
  const given = example === undefined ? text : fc.oneof(text, fc.constant(example))
  return place === 'path' ? given : fc.option(given, { nil: undefined })
}

/** An object may have a `toString` of its own. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : `${JSON.stringify(value)}`)

type BodyMaker = (headers: Headers) => RequestInit

function bodyFor(site: UnlimitedSite, { requestBody }: Operation): fc.Arbitrary<BodyMaker> {
  if (requestBody === undefined) return fc.constant((headers) => ({ headers }))
  const [[type, content] = ['', undefined]] = Object.entries(requestBody.content)
  if (content === undefined) return fc.constant((headers) => ({ headers }))
  const examples = Object.values(content.examples ?? {}).map(({ value }) => value)
  const generated = valueFor(content.schema)
  if (type === 'application/json') {
    const mixed = examples.length === 0 ? generated : fc.oneof(generated, fc.constantFrom(...examples))
    return mixed.map((value) => (headers) => {
      headers.set('content-type', type)
      return { headers, body: JSON.stringify(value) }
    })
  }
  const seed = fc.nat(1_000_000)
  return fc.tuple(generated, seed, fc.nat(9)).map(([value, drawnSeed, dice]) => (headers) => {
    if (dice > 0) headers.set('authorization', `Bearer ${site.credentials!.apiKey}`)
    const form = new FormData()
    for (const [name, field] of Object.entries(value ?? {})) {
      if (name !== 'file') form.set(name, dice > 3 && name === 'categoryId' ? 'general' : asText(field))
    }
    if (dice > 6) form.delete('albumId')
    if (dice !== 1) form.set('file', new File([dice === 2 ? 'text' : sampleImage(drawnSeed)], 'a.png'))
    return { headers, body: form }
  })
}
