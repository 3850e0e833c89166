import { renderPage } from '../page/html-page.tsx'
import { relativeAddress } from '../page/relative-address.ts'
import type { Route } from '../service.ts'
import { docsPage } from './docs-page.tsx'
import type { OpenApiDocument } from './document.ts'

export interface DescriptionOptions {
  /** Headers that both answers carry, such as those of CORS. */
  headers?: Readonly<Record<string, string>>
  /** Where the page's brand leads, and the service's root, unless it has a page of its own: the default. */
  homePath?: string
}

/** `GET /openapi.json`: the description itself. `GET /docs`: the same as a page to read. `GET /`: the way home. */
export function apiDescriptionRoutes(
  document: OpenApiDocument,
  { headers = {}, homePath = '/' }: DescriptionOptions = {},
): Route[] {
  const json = serializeOpenApi(document)
  const page = renderPage({ ...docsPage(document, homePath), headers: { ...headers, ...briefCache } })
  const toHome = () =>
    new Response(null, { status: 302, headers: { ...headers, Location: relativeAddress('/', homePath) } })
  const jsonHeaders = { ...headers, ...briefCache, 'Content-Type': 'application/json' }
  return [
    { path: '/openapi.json', methods: { GET: () => new Response(json, { headers: jsonHeaders }) } },
    { path: '/docs', methods: { GET: () => new Response(page.html, { headers: page.headers }) } },
    ...(homePath === '/' ? [] : [{ path: '/', methods: { GET: toHome } }]),
  ]
}

const briefCache = { 'Cache-Control': 'public, max-age=300' }

/** A description as text: what is served, and what is kept under `docs/openapi/`. */
export function serializeOpenApi(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
