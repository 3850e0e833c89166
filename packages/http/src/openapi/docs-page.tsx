/** @jsxImportSource hono/jsx */

import { faviconSeenFrom } from '../page/favicon.ts'
import type { HtmlPage } from '../page/html-page.tsx'
import { Masthead } from '../page/masthead.tsx'
import type { PagePreferences } from '../page/preferences.ts'
import { relativeAddress } from '../page/relative-address.ts'
import { docsStyle } from './docs-style.ts'
import { type OpenApiDocument, operationMethods } from './document.ts'
import { OperationSection, type PlacedOperation } from './operation-section.tsx'
import { Inline, Prose } from './prose.tsx'

/** The page that tells a description: every operation with its fields, limits, answers and a `curl` line. */
export function docsPage(document: OpenApiDocument, preferences: PagePreferences): HtmlPage {
  const { info, components } = document
  const operations = placedOperations(document)
  return {
    preferences,
    title: info.title,
    description: info.summary,
    css: docsStyle,
    icon: faviconSeenFrom('/docs'),
    body: (
      <div class="wide">
        <Masthead preferences={preferences} from="/docs">
          <a href={relativeAddress('/docs', '/openapi.json')}>OpenAPI</a>
        </Masthead>
        <main>
          <div class="lead">
            <h1>{info.title}</h1>
            <p class="muted">
              Version {info.version} · {document.servers.map(({ url }) => url).join(', ')}
            </p>
            <Prose text={info.description} />
            {Object.values(components?.securitySchemes ?? {}).map(({ description }) => (
              <Prose text={description} />
            ))}
          </div>
          <nav aria-label="Operations">
            <ul class="contents">
              {operations.map(({ method, path, operation }) => (
                <li>
                  <a href={`#${operation.operationId}`}>
                    <span class="method">{method.toUpperCase()}</span>
                    <code class="path">{path}</code>
                    <span class="muted">{operation.summary}</span>
                  </a>
                </li>
              ))}
              <li>
                <a href="#errors">
                  <span class="method">—</span>
                  <span>Error codes</span>
                </a>
              </li>
            </ul>
          </nav>
          {operations.map((placed) => (
            <OperationSection {...placed} document={document} />
          ))}
          <ErrorCodes operations={operations} />
        </main>
        <footer class="page-foot muted">{info.license ? `Licence: ${info.license.name}.` : null}</footer>
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

/** Every code that an operation answers, with all that it may mean. */
const ErrorCodes = ({ operations }: { operations: readonly PlacedOperation[] }) => {
  const rows = errorMeanings(operations)
  return (
    <section class="operation card" id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Error codes</h2>
      <div class="table" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">When</th>
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
                  <Inline text={[...meanings].join(' ')} />
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
