/** @jsxImportSource hono/jsx */

import { faviconAddressFrom } from '../page/favicon.ts'
import type { HtmlPage } from '../page/html-page.tsx'
import { Masthead } from '../page/masthead.tsx'
import type { PagePreferences } from '../page/preferences.ts'
import { relativeAddress } from '../page/relative-address.ts'
import { type DocsMessages, docsMessages } from './docs-messages.ts'
import { docsStyle } from './docs-style.ts'
import { type OpenApiDocument, operationMethods } from './document.ts'
import type { PlacedOperation } from './example-request.ts'
import { OperationSection } from './operation-section.tsx'
import { Prose } from './prose.tsx'

/** The path of the page's script. */
export const docsScriptPath = '/docs/page.js'

/** The page of a description: every operation with its fields, limits, answers and a `curl` line. */
export function docsPage(document: OpenApiDocument, preferences: PagePreferences): HtmlPage {
  const { info, components } = document
  const operations = placedOperations(document)
  const text = docsMessages[preferences.language]
  return {
    preferences,
    title: info.title,
    description: info.summary,
    css: docsStyle,
    scripts: [relativeAddress('/docs', docsScriptPath)],
    icon: faviconAddressFrom('/docs'),
    body: (
      <div class="wide">
        <Masthead preferences={preferences} from="/docs">
          <a href={relativeAddress('/docs', '/openapi.json')}>OpenAPI</a>
        </Masthead>
        <div class="docs">
          <nav class="contents" aria-label={text.contents}>
            <h2>{text.contents}</h2>
            <details>
              <summary>{text.contents}</summary>
            </details>
            <ul>
              {operations.map(({ method, path, operation }) => (
                <li>
                  <a href={`#${operation.operationId}`}>
                    {operation.summary}
                    <span class="route">
                      <span class="method">{method.toUpperCase()}</span>
                      <code class="path">{path}</code>
                    </span>
                  </a>
                </li>
              ))}
              <li>
                <a href="#errors">{text.errors}</a>
              </li>
            </ul>
          </nav>
          <main>
            <div class="lead">
              <h1>{info.title}</h1>
              <p class="muted">
                {text.version} {info.version}
                {document.servers.map(({ url }) => (
                  <>
                    {' · '}
                    <code>{url}</code>
                  </>
                ))}
              </p>
              <Prose text={info.description} />
              {Object.values(components?.securitySchemes ?? {}).map(({ description }) => (
                <Prose text={description} />
              ))}
            </div>
            {operations.map((placed) => (
              <OperationSection {...placed} document={document} text={text} />
            ))}
            <ErrorCodes operations={operations} text={text} />
          </main>
        </div>
        <footer class="page-foot muted">
          {info.license ? text.licence + text.colon + info.license.name : null}
        </footer>
      </div>
    ),
  }
}

function placedOperations(document: OpenApiDocument): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    operationMethods.flatMap((method) => {
      const operation = item[method]
      return operation === undefined ? [] : [{ method, path, operation }]
    }),
  )
}

/** Every code that an operation answers, with all its meanings. */
const ErrorCodes = (props: { operations: readonly PlacedOperation[]; text: DocsMessages }) => {
  const { operations, text } = props
  const rows = errorMeanings(operations)
  return (
    <section class="operation card" id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">{text.errors}</h2>
      <div class="table" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.code}</th>
              <th scope="col">{text.status}</th>
              <th scope="col">{text.when}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ code, status, meanings }) => (
              <tr>
                <td>
                  <code>{code}</code>
                </td>
                <td>{status}</td>
                <td>
                  <Prose text={[...meanings].join('\n\n')} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface ErrorMeaning {
  code: string
  status: string
  meanings: Set<string>
}

function errorMeanings(operations: readonly PlacedOperation[]): ErrorMeaning[] {
  const byCode = new Map<string, ErrorMeaning>()
  for (const { operation } of operations) {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      for (const { value, summary = '' } of Object.values(content?.['application/json']?.examples ?? {})) {
        const code = codeOf(value)
        if (code === undefined) continue
        const known = byCode.get(code) ?? { code, status, meanings: new Set() }
        byCode.set(code, known)
        known.meanings.add(summary)
      }
    }
  }
  return [...byCode.values()].sort((a, b) => a.status.localeCompare(b.status) || a.code.localeCompare(b.code))
}

function codeOf(value: unknown): string | undefined {
  const body = value as { error?: { code?: string } } | null
  return body?.error?.code
}
