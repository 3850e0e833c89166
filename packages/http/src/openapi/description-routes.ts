import { memoized } from '@pictoglyph/core'
import { buildBrowserScript } from '../page/browser-script.ts'
import { htmlPage } from '../page/html-page.tsx'
import { readPreferences } from '../page/preferences.ts'
import type { Route } from '../service.ts'
import { docsPage, docsScriptPath } from './docs-page.tsx'
import type { OpenApiDocument } from './document.ts'

/** A description, and the pages around it. */
export interface DescriptionOptions {
  /** Headers that both answers carry, such as those of CORS. */
  headers?: Readonly<Record<string, string>>
}

/** `GET /openapi.json`: the description itself. `GET /docs`: the same as a page to read. */
export function apiDescriptionRoutes(
  document: OpenApiDocument,
  { headers = {} }: DescriptionOptions = {},
): Route[] {
  const json = serializeOpenApi(document)
  const jsonHeaders = {
    ...headers,
    'Cache-Control': 'public, max-age=300',
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
  }
  return [
    { path: '/openapi.json', methods: { GET: () => new Response(json, { headers: jsonHeaders }) } },
    {
      path: '/docs',
      methods: { GET: (context) => htmlPage({ ...docsPage(document, readPreferences(context)), headers }) },
    },
    {
      path: docsScriptPath,
      methods: {
        GET: async () => {
          const { text } = await docsScript()
          return new Response(text, { headers: { ...headers, ...scriptHeaders } })
        },
      },
    },
  ]
}

const scriptHeaders = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
}

/** The script of the page, bundled when it is first asked for. */
const docsScript = memoized(() => buildBrowserScript(`${import.meta.dir}/browser/docs-page.ts`, '/docs'))

/** A description as text, as it is served and as it is stored under `docs/openapi/`. */
export function serializeOpenApi(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
