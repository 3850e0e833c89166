import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { memoized } from '@pictoglyph/site/language/memoized'
import { keepAnswer, keepBody } from '../kept-answer.ts'
import type { Language } from '../language.ts'
import { bundleForBrowser } from '../page/bundle-for-browser.ts'
import { createKeptPage } from '../page/kept-page.ts'
import type { Route } from '../service.ts'
import { type DescriptionTexts, sharedChineseTexts, translateDescription } from './description-texts.ts'
import { docsPage, docsScriptPath } from './docs-page.tsx'
import type { OpenApiDocument } from './document.ts'

/** A description and the Chinese texts of its page, in addition to {@link sharedChineseTexts}. */
export interface Description {
  document: OpenApiDocument
  chinese: DescriptionTexts
}

/**
 * `GET /openapi.json`: the description itself. `GET /docs`: a page that shows it.
 * @param describe returns the same object as long as nothing has changed
 * @param headers of both answers, such as those of CORS
 */
export function apiDescriptionRoutes(
  describe: () => Description,
  headers: Readonly<Record<string, string>> = {},
): Route[] {
  const jsonFor = memoizeLast(({ document }: Description) =>
    keepAnswer(keepBody(serializeOpenApi(document)), { ...headers, ...cached('application/json') }),
  )
  const documentsFor = memoizeLast(inLanguages)
  const page = createKeptPage('/docs', (preferences, description: Description) => ({
    ...docsPage(documentsFor(description)[preferences.language], preferences),
    headers,
  }))
  const script = memoized(async () =>
    keepAnswer(await docsScript(), { ...headers, ...cached('text/javascript; charset=utf-8') }),
  )
  return [
    { path: '/openapi.json', methods: { GET: (context) => jsonFor(describe())(context) } },
    { path: '/docs', methods: { GET: (context) => page(context, describe()) } },
    { path: docsScriptPath, methods: { GET: async (context) => (await script())(context) } },
  ]
}

function inLanguages({ document, chinese }: Description): Readonly<Record<Language, OpenApiDocument>> {
  return {
    en: document,
    'zh-CN': translateDescription(document, { ...sharedChineseTexts, ...chinese }),
  }
}

const cached = (type: string) => ({
  'Content-Type': type,
  'Cache-Control': 'public, max-age=300',
  'X-Content-Type-Options': 'nosniff',
})

/** The script of the page, bundled when first needed. */
const docsScript = memoized(async () =>
  keepBody(await bundleForBrowser(`${import.meta.dir}/browser/docs-page.ts`)),
)

/** A description as text, as the service sends it and `docs/openapi/` stores it. */
export function serializeOpenApi(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`
}
