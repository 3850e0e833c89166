import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createVisitor } from '@pictoglyph/console/test/visitor'
import { createApiKeySecret } from '@pictoglyph/site/keys/key-gate'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import { maxSecurityLines, securityEventNames } from '@pictoglyph/web/security-events'
import { pictoglyph } from './command.ts'
import { serveNewSite } from './served-site.ts'

const filterFile = join(import.meta.dir, '../../../deploy/fail2ban/filter-pictoglyph.conf')

async function startSite() {
  const site = await serveNewSite({ PICTOGLYPH_CONSOLE_URL: 'http://console.example' })
  const { server, serving } = site

  const visitor = () => {
    const one = createVisitor({ url: new URL(serving.console).origin })
    const origin = 'http://console.example'
    return {
      ...one,
      async post(path: string, fields: Record<string, string>) {
        const body = new URLSearchParams({ csrf: await one.token(), ...fields })
        return one.send(path, { method: 'POST', body, headers: { origin } })
      },
    }
  }
  const lineOf = async (event: string) =>
    await server.remarked(new RegExp(`^\\{[^\\n]*"event":"${event.replace('.', '\\.')}"[^\\n]*\\}$`, 'm'))
  const metrics = async () => (await fetch(`${serving.console}metrics`)).text()
  const upload = (key?: string, headers: Record<string, string> = {}) =>
    fetch(`${serving.images}api/v1/upload`, {
      method: 'POST',
      body: 'x',
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    })
  return {
    ...site,
    visitor,
    lineOf,
    metrics,
    upload,
    run: (...words: string[]) => pictoglyph(site.variables, [...words, '--json']),
  }
}

/** The rule as fail2ban reads it: it cuts the time out of a line before it looks for a failure. */
async function fail2banRule(): Promise<(line: string) => string | undefined> {
  const text = await Bun.file(filterFile).text()
  const [, rule = ''] = /^failregex = (.*)$/m.exec(text) ?? []
  const failure = new RegExp(rule.replace('<ADDR>', '([0-9a-fA-F.:]+)'))
  const time = /"time":"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z/
  return (line) => {
    expect(line).toMatch(time)
    return failure.exec(line.replace(time, ''))?.[1]
  }
}

test('every security event is a line with whom and what it is about, and is counted', async () => {
  await using site = await startSite()
  const { userName, password } = site.credentials
  const operator = site.visitor()
  await operator.post('/sign-in', { name: userName, password: 'not the password' })
  expect((await operator.post('/sign-in', { name: userName, password })).status).toBe(303)
  const own = 'harbour lantern 42'
  await operator.post('/account/password', { current: password, password: own, again: own })
  const typed = await site.visitor().post('/sign-in', { name: 'my secret password', password: 'x' })
  expect(typed.status).toBe(401)

  const { id } = JSON.parse((await site.run('user', 'add', 'ann', '--role', 'member')).out)
  const { password: annsPassword } = JSON.parse((await site.run('user', 'password', 'ann')).out)
  const member = site.visitor()
  await member.post('/sign-in', { name: 'ann', password: annsPassword })
  expect((await member.get('/users')).status).toBe(403)
  const forged = new URLSearchParams({ csrf: 'forged', name: 'x' })
  const origin = 'http://console.example'
  await member.send('/albums', { method: 'POST', body: forged, headers: { origin } })
  const elsewhere = { origin: 'https://evil.example' }
  await member.send('/albums', { method: 'POST', body: forged, headers: elsewhere })
  await operator.post(`/users/${id}`, { role: 'admin', 'shown.role': 'member' })
  await operator.post(`/users/${id}/password`, {})

  await site.upload()
  const created = await site.run(
    'key',
    'create',
    '--user',
    'ann',
    '--name',
    'elsewhere',
    '--bind-network',
    '203.0.113.0/24',
  )
  const { id: keyId, key } = JSON.parse(created.out)
  const refused = await site.upload(key)
  expect(refused.status).toBe(403)
  for (let guess = 0; guess < 62; guess++) await site.upload(createApiKeySecret({ createSha256 }))
  for (let guess = 0; guess < 11; guess++)
    await site.visitor().post('/sign-in', { name: userName, password: 'wrong' })
  await site.run('ip', 'block', '127.0.0.0/8')
  await site.run('ip', 'block', '::1/128')
  while ((await fetch(`${site.serving.text}api/public/options`)).status !== 403) await Bun.sleep(50)

  const facts = async (event: string) => JSON.parse(await site.lineOf(event))
  const requestId = expect.any(String)
  const address = expect.stringMatching(/^(127\.0\.0\.1|::1)$/)
  const about = { address, requestId }
  expect(await facts('signin.failed')).toMatchObject({ ...about, level: 'warn', user: userName })
  expect(await facts('signin.succeeded')).toMatchObject({ ...about, level: 'info', user: userName })
  expect(await facts('signin.throttled')).toMatchObject({ ...about, user: userName })
  expect(await facts('operator.refused')).toMatchObject({ ...about, user: 'ann' })
  expect(await facts('csrf.refused')).toMatchObject({ ...about, user: 'ann' })
  expect(await facts('role.changed')).toMatchObject({ ...about, user: 'ann' })
  expect(await facts('password.changed')).toMatchObject({ ...about, user: userName })
  expect(await facts('key.refused')).toMatchObject(about)
  expect(await facts('key.throttled')).toMatchObject(about)
  expect(await facts('address.refused')).toMatchObject(about)
  const refusedId = refused.headers.get('x-request-id')
  const ofKey = await site.server.remarked(
    new RegExp(`^.*"keyId":"${keyId}","requestId":"${refusedId}".*$`, 'm'),
  )
  expect(JSON.parse(ofKey)).toMatchObject({ event: 'key.refused', keyId })

  const counted = await site.metrics()
  for (const event of securityEventNames) {
    const count = new RegExp(`^pictoglyph_security_events_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(
      counted,
    )
    expect([event, Number(count?.[1]) > 0]).toEqual([event, event !== 'factor.failed'])
  }
  await site.server.stop()
  const log = site.server.remarks()
  expect(log).not.toContain('my secret password')
  const lines = log.split('\n').filter((line) => line.includes('"event":"key.refused"'))
  expect(lines.length).toBeLessThanOrEqual(maxSecurityLines.ofAddress + 1)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ summed: expect.any(Number) })
}, 60_000)

test('the rule for fail2ban finds the addresses of guesses in real lines, and none in others', async () => {
  await using site = await startSite()
  const { userName, password } = site.credentials
  const visitor = site.visitor()
  await visitor.post('/sign-in', { name: userName, password: 'wrong' })
  await visitor.post('/sign-in', { name: userName, password })
  await site.upload('x', { 'user-agent': '"event":"signin.failed","address":"203.0.113.7"' })
  const bannedBy = await fail2banRule()
  for (const event of ['signin.failed', 'key.refused'])
    expect(bannedBy(await site.lineOf(event))).toMatch(/^(127\.0\.0\.1|::1)$/)
  expect(bannedBy(await site.lineOf('signin.succeeded'))).toBeUndefined()
  const forged = {
    level: 'warn',
    time: new Date().toISOString(),
    event: 'csrf.refused',
    address: '192.0.2.1',
  }
  const user = '"event":"signin.failed","address":"203.0.113.7"'
  expect(bannedBy(JSON.stringify({ ...forged, user, msg: 'security event' }))).toBeUndefined()
}, 30_000)

test('https at the public address is told to browsers with every answer, of every service', async () => {
  await using site = await serveNewSite({
    PICTOGLYPH_IMAGES_URL: 'https://images.example',
    PICTOGLYPH_TEXT_URL: 'https://text.example',
    PICTOGLYPH_CONSOLE_URL: 'https://console.example',
  })
  const { serving } = site
  for (const base of [serving.images, serving.text, serving.console]) {
    for (const path of [
      '',
      'livez',
      'readyz',
      'no/such/page',
      'api/v1/upload',
      'api/public/options',
      'sign-in',
      'metrics',
    ]) {
      const { headers } = await fetch(base + path, { redirect: 'manual' })
      expect([base + path, headers.get('strict-transport-security')]).toEqual([
        base + path,
        expect.stringMatching(/^max-age=31536000/),
      ])
    }
  }
}, 30_000)
