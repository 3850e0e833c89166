import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createVisitor } from '@pictoglyph/console/test/visitor'
import { createApiKeySecret } from '@pictoglyph/site/keys/key-gate'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import { serveNewSite } from './served-site.ts'

const photograph = Bun.file(join(import.meta.dir, '../../../examples/photograph.jpg'))

test('the console tells what was served, in Prometheus’ format and without a secret', async () => {
  await using site = await serveNewSite()
  const { serving } = site
  const { apiKey, categoryId } = site.credentials

  for (const key of [apiKey, apiKey, 'none']) {
    const form = new FormData()
    form.set('categoryId', categoryId)
    form.set('file', photograph)
    const headers = { authorization: `Bearer ${key}` }
    await (await fetch(`${serving.images}api/v1/upload`, { method: 'POST', headers, body: form })).text()
  }
  const body = JSON.stringify({ text: 'hello', charsetId: 'roar', algorithmId: 'classic' })
  const headers = { 'content-type': 'application/json' }
  await (await fetch(`${serving.text}api/public/encrypt`, { method: 'POST', headers, body })).text()

  const text = await (await fetch(`${serving.console}metrics`)).text()
  for (const line of [
    'pictoglyph_uploads_total{outcome="created"} 1',
    'pictoglyph_uploads_total{outcome="deduplicated"} 1',
    `pictoglyph_upload_bytes_total ${2 * photograph.size}`,
    'pictoglyph_failures_total{service="images",code="UNAUTHORIZED"} 1',
    'pictoglyph_http_requests_total{service="text",route="/api/public/encrypt",method="POST",status="200"} 1',
    'pictoglyph_limiter_decisions_total{use="text",outcome="accepted"} 1',
    'pictoglyph_limiter_degraded 0',
    'pictoglyph_storage_errors_total{part="database"} 0',
    'pictoglyph_http_requests_in_flight{service="images",route="/api/v1/upload",method="POST"} 0',
    'pictoglyph_derivations_in_flight 0',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).not.toContain(apiKey)
}, 30_000)

test('the callers held back are those of the text service’s limit, not those that guess keys or passwords', async () => {
  await using site = await serveNewSite({ PICTOGLYPH_CONSOLE_URL: 'http://console.example' })
  const { serving } = site
  const limitedClients = async () => {
    const text = await (await fetch(`${serving.console}metrics`)).text()
    return Number(/^pictoglyph_limiter_limited_clients (\d+)$/m.exec(text)?.[1])
  }

  const upload = { method: 'POST', body: 'x' }
  for (let guess = 0; guess < 62; guess++) {
    const headers = { authorization: `Bearer ${createApiKeySecret({ createSha256 })}` }
    await (await fetch(`${serving.images}api/v1/upload`, { ...upload, headers })).text()
  }
  const visitor = createVisitor({ url: new URL(serving.console).origin })
  const body = new URLSearchParams({ csrf: await visitor.token(), name: 'admin', password: 'wrong' })
  const signIn = { method: 'POST', body, headers: { origin: 'http://console.example' } }
  let status = 0
  for (let guess = 0; guess < 11; guess++) status = (await visitor.send('/sign-in', signIn)).status
  expect(status).toBe(429)
  expect(await limitedClients()).toBe(0)

  const options = `${serving.text}api/public/options`
  for (let sent = 0; sent < 601; sent++) status = (await fetch(options)).status
  expect(status).toBe(429)
  expect(await limitedClients()).toBe(1)
}, 30_000)
