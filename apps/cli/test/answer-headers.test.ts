import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { serveNewSite } from './served-site.ts'

const startSite = () => serveNewSite({ PICTOGLYPH_CONSOLE_URL: 'https://console.example' })

const paths = [
  '',
  'docs',
  'openapi.json',
  'livez',
  'readyz',
  'metrics',
  'sign-in',
  'images',
  'api/v1/upload',
].concat([
  'api/public/options',
  'i/nothing.png',
  'p/nothing',
  'a/nothing',
  'no/such/page',
  '%00',
  '..%2f..%2fetc',
])

test('every answer says what it is, in which characters, and that nothing else is to be guessed', async () => {
  await using site = await startSite()
  let pages = 0
  for (const base of Object.values(site.serving)) {
    for (const path of paths) {
      for (const accept of ['text/html', 'application/json']) {
        const answer = await fetch(base + path, { headers: { accept }, redirect: 'manual' })
        const { headers } = answer
        const what = `${base}${path} ${answer.status} ${headers.get('content-type')}`
        expect([what, headers.get('x-content-type-options')]).toEqual([what, 'nosniff'])
        if ((await answer.bytes()).length === 0) continue
        expect([what, headers.get('content-type')]).toEqual([
          what,
          expect.stringMatching(
            /^(text\/\w+;.*charset=utf-8|application\/json(;charset=utf-8)?|image\/svg\+xml)$/i,
          ),
        ])
        if (headers.get('content-type')?.startsWith('text/html') !== true) continue
        pages += 1
        const policy = headers.get('content-security-policy')?.split('; ')
        expect([what, policy]).toEqual([
          what,
          expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
        ])
        expect([what, headers.get('referrer-policy')]).toEqual([
          what,
          expect.stringMatching(/^(no-referrer|same-origin|strict-origin)$/),
        ])
      }
    }
  }
  expect(pages).toBeGreaterThan(20)
}, 30_000)

test('no service repeats what a TRACE sends', async () => {
  await using site = await startSite()
  for (const base of Object.values(site.serving)) {
    const answer = await raw(
      base,
      'TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Secret: planted\r\nConnection: close\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (4|501)/)
    expect(answer).not.toContain('planted')
  }
})

function raw(base: string, request: string): Promise<string> {
  const { hostname, port } = new URL(base)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(Number(port), hostname)
  socket.on('data', (data) => {
    answer += data.toString()
  })
  socket.on('close', () => resolve(answer))
  socket.on('error', reject)
  socket.write(request)
  return promise
}
