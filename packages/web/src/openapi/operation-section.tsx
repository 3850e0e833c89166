/** @jsxImportSource hono/jsx */

import { javascriptExample, pythonExample } from './code-examples.ts'
import { curlExample } from './curl-example.ts'
import type { DocsMessages } from './docs-messages.ts'
import type {
  Content,
  HeaderDescription,
  OpenApiDocument,
  Parameter,
  ResponseDescription,
} from './document.ts'
import type { PlacedOperation } from './example-request.ts'
import { Inline, Prose } from './prose.tsx'
import { type Field, formsOf, rulesOf } from './schema-fields.ts'

/** An operation on the page of a description. */
export const OperationSection = (
  placed: PlacedOperation & { document: OpenApiDocument; text: DocsMessages },
) => {
  const { document, method, path, operation, text } = placed
  return (
    <section
      class="operation card"
      id={operation.operationId}
      aria-labelledby={`${operation.operationId}-title`}
    >
      <header>
        <h2 id={`${operation.operationId}-title`}>{operation.summary}</h2>
        <p class="route">
          <span class="method">{method.toUpperCase()}</span>
          <code class="path">{path}</code>
        </p>
      </header>
      <Prose text={operation.description} />
      <Examples document={document} placed={placed} />
      <Parameters parameters={operation.parameters ?? []} text={text} />
      {operation.requestBody ? (
        <>
          <h3>{text.requestBody}</h3>
          <Prose text={operation.requestBody.description} />
          <Bodies content={operation.requestBody.content} document={document} text={text} />
        </>
      ) : null}
      <h3>{text.responses}</h3>
      {Object.entries(operation.responses).map(([status, response]) => (
        <ResponseDetails status={status} response={response} document={document} text={text} />
      ))}
    </section>
  )
}

/** The same call in three languages, in panels; one is open. */
const Examples = ({ document, placed }: { document: OpenApiDocument; placed: PlacedOperation }) => {
  const examples = [
    ['curl', curlExample],
    ['JavaScript', javascriptExample],
    ['Python', pythonExample],
  ] as const
  return (
    <div class="examples">
      {examples.map(([language, write], index) => (
        <details name={`${placed.operation.operationId}-example`} open={index === 0}>
          <summary>{language}</summary>
          <pre>
            <code>{write(document, placed)}</code>
          </pre>
        </details>
      ))}
    </div>
  )
}

const Parameters = (props: { parameters: readonly Parameter[]; text: DocsMessages }) => {
  const { parameters, text } = props
  if (parameters.length === 0) return null
  const fields = parameters.map((parameter) => ({
    path: parameter.name,
    type: [text.in[parameter.in], parameter.schema.type ?? 'string'].join(text.listSeparator),
    required: parameter.required ?? false,
    rules: rulesOf(parameter.schema, text.rules),
    description: parameter.description ?? '',
  }))
  return (
    <>
      <h3>{text.parameters}</h3>
      <FieldTable fields={fields} text={text} />
    </>
  )
}

const ResponseDetails = (props: {
  status: string
  response: ResponseDescription
  document: OpenApiDocument
  text: DocsMessages
}) => {
  const { status, response, document, text } = props
  const { summary, rest } = summarize(response.description, text)
  return (
    <details open={status.startsWith('2')}>
      <summary>
        <span class="status">{status}</span>
        <Inline text={summary} />
      </summary>
      <div>
        <Prose text={rest} />
        <Headers headers={response.headers ?? {}} text={text} />
        <Bodies content={response.content ?? {}} document={document} text={text} />
      </div>
    </details>
  )
}

/** The line that opens a response: its only paragraph, or the codes at the start of its paragraphs. */
function summarize(description: string, text: DocsMessages): { summary: string; rest: string } {
  const paragraphs = description.split('\n\n')
  if (paragraphs.length === 1) return { summary: description, rest: '' }
  const codes = paragraphs.map((paragraph) => /^`[A-Z_]+`/.exec(paragraph)?.[0] ?? '')
  return { summary: [...new Set(codes)].join(text.codeSeparator), rest: description }
}

const Headers = (props: { headers: Readonly<Record<string, HeaderDescription>>; text: DocsMessages }) => {
  const { headers, text } = props
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return (
    <>
      <h4>{text.headers}</h4>
      <div class="table" tabindex={0}>
        <table>
          <tbody>
            {entries.map(([name, header]) => (
              <tr>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  <Inline text={header.description} />
                  {header.example === undefined ? null : <code>{String(header.example)}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const Bodies = ({
  content,
  document,
  text,
}: {
  content: Content
  document: OpenApiDocument
  text: DocsMessages
}) => (
  <>
    {Object.entries(content).map(([type, body]) => (
      <>
        <h4>
          <code>{type}</code>
        </h4>
        {formsOf(body.schema, { document, text }).map(({ title, description, fields }) => (
          <>
            {title === '' ? null : <h4>{title}</h4>}
            <Prose text={description} />
            {fields.length === 0 ? null : <FieldTable fields={fields} text={text} />}
          </>
        ))}
        {Object.values(body.examples ?? {}).map(({ summary, value }) => (
          <>
            <h4>
              {text.example}
              {summary === undefined ? null : (
                <>
                  {text.colon}
                  <Inline text={summary} />
                </>
              )}
            </h4>
            <pre>
              <code>{JSON.stringify(value, null, 2)}</code>
            </pre>
          </>
        ))}
      </>
    ))}
  </>
)

const FieldTable = ({ fields, text }: { fields: readonly Field[]; text: DocsMessages }) => (
  <div class="table" tabindex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.type}</th>
          <th scope="col">{text.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr>
            <td>
              <code>{field.path}</code>{' '}
              {field.required ? <span class="required">{text.required}</span> : null}
            </td>
            <td class="type">{field.type}</td>
            <td>
              <Inline text={field.description} />
              {field.rules === '' ? null : (
                <div class="muted">
                  <Inline text={field.rules} />
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
