import type { JsonValue, OpenApiDocument } from './document.ts'
import { type ExampleRequest, exampleRequest, type PlacedOperation, savedName } from './example-request.ts'

/** A call of an operation in JavaScript, by the `fetch` of Node, Bun and browsers. */
export function javascriptExample(document: OpenApiDocument, placed: PlacedOperation): string {
  const { method, url, hasKey, headers, body, isFile } = exampleRequest(document, placed)
  const lines = hasKey ? ["import { env } from 'node:process'"] : []
  if (body.kind === 'form') {
    lines.unshift("import { openAsBlob } from 'node:fs'")
    lines.push('', 'const body = new FormData()')
    for (const [name, value] of body.fields) {
      const given = value === null ? "await openAsBlob('picture.png'), 'picture.png'" : JSON.stringify(value)
      lines.push(`body.append(${JSON.stringify(name)}, ${given})`)
    }
  }
  const sent = [
    ...(hasKey ? ["Authorization: 'Bearer ' + env.API_KEY"] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body.kind === 'json' ? [`"Content-Type": ${JSON.stringify(body.type)}`] : []),
  ]
  const options = [
    ...(method === 'get' ? [] : [`  method: '${method.toUpperCase()}',`]),
    ...(sent.length === 0 ? [] : [`  headers: { ${sent.join(', ')} },`]),
    ...(body.kind === 'json' ? [`  body: JSON.stringify(${JSON.stringify(body.value)}),`] : []),
    ...(body.kind === 'form' ? ['  body,'] : []),
  ]
  const address = JSON.stringify(url)
  if (options.length === 0) lines.push(`const answer = await fetch(${address})`)
  else lines.push(`const answer = await fetch(${address}, {`, ...options, '})')
  if (isFile) {
    lines.unshift("import { writeFile } from 'node:fs/promises'", '')
    lines.push('if (!answer.ok) throw new Error(await answer.text())')
    lines.push(`await writeFile('${savedName}', new Uint8Array(await answer.arrayBuffer()))`)
  } else lines.push('console.log(answer.status, await answer.text())')
  return lines.join('\n')
}

/** A call of an operation in Python, by the package `requests`. */
export function pythonExample(document: OpenApiDocument, placed: PlacedOperation): string {
  const { method, url, hasKey, headers, body, isFile } = exampleRequest(document, placed)
  const sent = [
    ...(hasKey ? [`"Authorization": "Bearer " + os.environ["API_KEY"]`] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ]
  const given = [...(sent.length === 0 ? [] : [`    headers={${sent.join(', ')}},`]), ...pythonBody(body)]
  const call = `answer = requests.${method}(`
  const address = JSON.stringify(url)
  const request = given.length === 0 ? [`${call}${address})`] : [call, `    ${address},`, ...given, ')']
  const modules = hasKey ? ['import os', ''] : []
  const use = isFile
    ? ['answer.raise_for_status()', `open("${savedName}", "wb").write(answer.content)`]
    : ['print(answer.status_code, answer.text)']
  return [...modules, 'import requests', '', ...request, ...use].join('\n')
}

function pythonBody(body: ExampleRequest['body']): string[] {
  switch (body.kind) {
    case 'none':
      return []
    case 'json':
      return [`    json=${pythonValue(body.value)},`]
    case 'form': {
      const files = body.fields.filter(([, value]) => value === null)
      const rest = body.fields.filter(([, value]) => value !== null)
      const pairs = (fields: typeof body.fields, of: (value: string | null) => string) =>
        fields.map(([name, value]) => `${JSON.stringify(name)}: ${of(value)}`).join(', ')
      return [
        ...(files.length === 0 ? [] : [`    files={${pairs(files, () => 'open("picture.png", "rb")')}},`]),
        ...(rest.length === 0 ? [] : [`    data={${pairs(rest, (value) => JSON.stringify(value))}},`]),
      ]
    }
  }
}

/** JSON as a Python literal, with JSON's strings. */
function pythonValue(value: JsonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one ?? null)}`,
  )
  return `{${entries.join(', ')}}`
}
