/** @jsxImportSource hono/jsx */
import { curlExample } from './curl-example.ts'
import type {
  Content,
  HeaderDescription,
  OpenApiDocument,
  Operation,
  Parameter,
  ResponseDescription,
} from './document.ts'
import { Inline, Prose } from './prose.tsx'
import { type Field, formsOf, resolveSchema, rulesOf } from './schema-fields.ts'

/** An operation with the place where it is called. */
export interface PlacedOperation {
  method: string
  path: string
  operation: Operation
}

export const OperationSection = (placed: PlacedOperation & { document: OpenApiDocument }) => {
  const { document, method, path, operation } = placed
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
      <pre tabindex={0}>
        <code>{curlExample(document, placed)}</code>
      </pre>
      <Parameters parameters={operation.parameters ?? []} />
      {operation.requestBody ? (
        <>
          <h3>Request body</h3>
          <Prose text={operation.requestBody.description} />
          <Bodies content={operation.requestBody.content} document={document} />
        </>
      ) : null}
      <h3>Responses</h3>
      {Object.entries(operation.responses).map(([status, response]) => (
        <ResponseDetails status={status} response={response} document={document} />
      ))}
    </section>
  )
}

const Parameters = ({ parameters }: { parameters: readonly Parameter[] }) => {
  if (parameters.length === 0) return null
  const fields = parameters.map((parameter) => ({
    path: parameter.name,
    type: `${parameter.in}, ${parameter.schema.type ?? 'string'}`,
    required: parameter.required ?? false,
    rules: rulesOf(parameter.schema),
    description: parameter.description ?? '',
  }))
  return (
    <>
      <h3>Parameters</h3>
      <FieldTable fields={fields} />
    </>
  )
}

const ResponseDetails = (props: {
  status: string
  response: ResponseDescription
  document: OpenApiDocument
}) => {
  const { status, response, document } = props
  const [summary = '', ...rest] = response.description.split('\n\n')
  return (
    <details open={status.startsWith('2')}>
      <summary>
        <span class="status">{status}</span>
        <Inline text={summary} />
      </summary>
      <div>
        <Prose text={rest.join('\n\n')} />
        <Headers headers={response.headers ?? {}} />
        <Bodies content={response.content ?? {}} document={document} />
      </div>
    </details>
  )
}

const Headers = ({ headers }: { headers: Readonly<Record<string, HeaderDescription>> }) => {
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return (
    <>
      <h4>Headers</h4>
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

const Bodies = ({ content, document }: { content: Content; document: OpenApiDocument }) => (
  <>
    {Object.entries(content).map(([type, body]) => (
      <>
        <h4>
          <code>{type}</code>
        </h4>
        <Prose text={resolveSchema(body.schema, document).description} />
        {formsOf(body.schema, document).map(({ title, fields }) => (
          <>
            {title === '' ? null : <h4>{title}</h4>}
            {fields.length === 0 ? null : <FieldTable fields={fields} />}
          </>
        ))}
        {Object.values(body.examples ?? {}).map(({ summary, value }) => (
          <>
            {summary === undefined ? null : (
              <h4>
                Example: <Inline text={summary} />
              </h4>
            )}
            <pre tabindex={0}>
              <code>{JSON.stringify(value, null, 2)}</code>
            </pre>
          </>
        ))}
      </>
    ))}
  </>
)

const FieldTable = ({ fields }: { fields: readonly Field[] }) => (
  <div class="table" tabindex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr>
            <td>
              <code>{field.path}</code> {field.required ? <span class="required">required</span> : null}
            </td>
            <td>{field.type}</td>
            <td>
              <Inline text={field.description} />
              {field.rules === '' ? null : <div class="muted">{field.rules}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
