import { expect, test } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { openTextSite } from './text-site.ts'

const statusOf = async (url: string) => (await fetch(url)).status

test('the process is alive and ready, whoever asks', async () => {
  await using site = await openTextSite()
  await site.setPolicy('text.whitelistMode', 'on')
  await site.change((ports) => listNetworks(ports, commandActor, 'block', [{ network: '127.0.0.1' }]))
  expect(await statusOf(`${site.url}/livez`)).toBe(200)
  expect(await statusOf(`${site.url}/readyz`)).toBe(200)
})

test('a process that is stopping is alive and not ready', async () => {
  const lifecycle = { stopping: false }
  await using site = await openTextSite({ lifecycle })
  lifecycle.stopping = true
  expect(await statusOf(`${site.url}/livez`)).toBe(200)
  expect(await statusOf(`${site.url}/readyz`)).toBe(503)
})

test('a failed check is named, and its reason is not', async () => {
  const check = async () => {
    throw new Error('secret reason')
  }
  await using site = await openTextSite({ checks: [{ name: 'limiter', check }] })
  const answer = await fetch(`${site.url}/readyz`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9A-Za-z]{14}$/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const body = await answer.text()
  expect(body).toContain('limiter')
  expect(body).not.toContain('secret')
})
