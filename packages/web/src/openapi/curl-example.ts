import { shellWord } from '@pictoglyph/site/client-kit/shell-command'
import type { OpenApiDocument } from './document.ts'
import { type ExampleRequest, exampleRequest, type PlacedOperation, savedName } from './example-request.ts'

/** A complete `curl` line that calls an operation. */
export function curlExample(document: OpenApiDocument, placed: PlacedOperation): string {
  const { method, url, hasKey, headers, body, redirects, isFile } = exampleRequest(document, placed)
  const parts = ['curl']
  if (method === 'head') parts.push('--head')
  else if (method !== 'get' && (method !== 'post' || body.kind === 'none')) {
    parts.push('-X', method.toUpperCase())
  }
  if (redirects) parts.push('--location')
  if (isFile) parts.push('--fail', '--output', savedName)
  parts.push(shellWord(url))
  const lines = [parts.join(' ')]
  if (hasKey) lines.push('-H "Authorization: Bearer $API_KEY"')
  for (const [name, value] of headers) lines.push(`-H ${shellWord(`${name}: ${value}`)}`)
  return [...lines, ...bodyArguments(body)].join(' \\\n  ')
}

function bodyArguments(body: ExampleRequest['body']): string[] {
  switch (body.kind) {
    case 'none':
      return []
    case 'json':
      return [`-H ${shellWord(`Content-Type: ${body.type}`)}`, `-d ${shellWord(JSON.stringify(body.value))}`]
    case 'form':
      return body.fields.map(([name, value]) =>
        value === null ? `-F ${name}=@picture.png` : `-F ${shellWord(`${name}=${value}`)}`,
      )
  }
}
