import type { Route } from '../face.ts'
import { renderPage } from '../page/html-page.tsx'
import { docsPage } from './docs-page.tsx'
import type { OpenApiDocument } from './document.ts'

export interface DescriptionOptions {
  /** Headers that both answers carry, such as those of CORS. */
  headers?: Readonly<Record<string, string>>
  /** Where the page's brand leads; the face's root by default. */
  homePath?: string
}

/** `GET /openapi.json`: the description itself. `GET /docs`: the same as a page to read. */
export function apiDescriptionRoutes(
  document: OpenApiDocument,
  { headers = {}, homePath = '/' }: DescriptionOptions = {},
): Route[] {
  const json = serializeOpenApi(document)
  const page = renderPage({ ...docsPage(document, homePath), headers: { ...headers, ...briefCache } })
  const jsonHeaders = { ...headers, ...briefCache, 'Content-Type': 'application/json' }
  return [
    { path: '/openapi.json', methods: { GET: () => new Response(json, { headers: jsonHeaders }) } },
    { path: '/docs', methods: { GET: () => new Response(page.html, { headers: page.headers }) } },
  ]
}

const briefCache = { 'Cache-Control': 'public, max-age=300' }

/** A description as text: what is served, and what is kept under `docs/openapi/`. */
export function serializeOpenApi(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
