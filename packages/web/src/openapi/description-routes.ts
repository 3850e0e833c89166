import { memoized } from '@pictoglyph/site/language/memoized'
import type { Language } from '../language.ts'
import { buildBrowserScript } from '../page/browser-script.ts'
import { htmlPage } from '../page/html-page.tsx'
import { readPreferences } from '../page/preferences.ts'
import type { Route } from '../service.ts'
import { type DescriptionTexts, sharedChineseTexts, translateDescription } from './description-texts.ts'
import { docsPage, docsScriptPath } from './docs-page.tsx'
import type { OpenApiDocument } from './document.ts'

/** A description, and what its page says to readers of Chinese; {@link sharedChineseTexts} are known. */
export interface Description {
  document: OpenApiDocument
  chinese: DescriptionTexts
}

/**
 * `GET /openapi.json`: the description itself. `GET /docs`: the same as a page to read.
 * @param describe gives the same object as long as nothing has changed
 * @param headers of both answers, such as those of CORS
 */
export function apiDescriptionRoutes(
  describe: () => Description,
  headers: Readonly<Record<string, string>> = {},
): Route[] {
  let written = write(describe())
  const current = () => {
    const description = describe()
    if (written.description !== description) written = write(description)
    return written
  }
  const jsonHeaders = {
    ...headers,
    'Cache-Control': 'public, max-age=300',
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
  }
  return [
    { path: '/openapi.json', methods: { GET: () => new Response(current().json, { headers: jsonHeaders }) } },
    {
      path: '/docs',
      methods: {
        GET: (context) => {
          const preferences = readPreferences(context)
          return htmlPage({ ...docsPage(current().documents[preferences.language], preferences), headers })
        },
      },
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

function write(description: Description) {
  const { document, chinese } = description
  const documents: Readonly<Record<Language, OpenApiDocument>> = {
    en: document,
    'zh-CN': translateDescription(document, { ...sharedChineseTexts, ...chinese }),
  }
  return { description, json: serializeOpenApi(document), documents }
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
