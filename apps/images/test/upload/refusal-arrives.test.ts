import { expect, test } from 'bun:test'
import { sendBeforeReading } from '@pictoglyph/web/test/upload/patient-sender'
import { openSite } from '../site-fixture.ts'

const kB = 1_000
const MB = 1_000 * kB
const boundary = 'frontier'

/** The body of an upload, with this total length. */
function formOf(bytes: number): Uint8Array<ArrayBuffer> {
  const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
  const body = Buffer.from(new ArrayBuffer(bytes)).fill('x')
  body.write(opening)
  body.write(`\r\n--${boundary}--\r\n`, bytes - boundary.length - 8)
  return body
}

const connections = [
  ['keep-alive', '1.1', ['Connection: keep-alive']],
  ['without a word on the connection', '1.1', []],
  ['Connection: close', '1.1', ['Connection: close']],
  ['HTTP/1.0', '1.0', []],
  ['HTTP/1.0 and Connection: close', '1.0', ['Connection: close']],
] as const

const bodies = [
  ['0.3 MB', { bytes: 300 * kB, pieces: 1, pauseMs: 0 }],
  ['0.3 MB, slowly', { bytes: 300 * kB, pieces: 20, pauseMs: 30 }],
  ['8 MB', { bytes: 8 * MB, pieces: 1, pauseMs: 0 }],
  ['15 MB, slowly', { bytes: 15 * MB, pieces: 15, pauseMs: 60 }],
  ['60 MB', { bytes: 60 * MB, pieces: 1, pauseMs: 0 }],
] as const

function uploadOf(key: string): RequestInit {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
  }
  return { method: 'POST', headers, body: formOf(kB) }
}

test('a refusal reaches a client that writes all of its body before it reads', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.maxBytes', String(200 * kB))
  const without = await site.createKey({ permissions: [] })
  const busy = await site.createKey({ uploadsPerMinute: 1 })
  const first = await fetch(`${site.url}/api/v1/upload`, uploadOf(busy))
  expect(first.status).toBe(400)
  const refusals = [
    ['401 UNAUTHORIZED', 'pgl_wrong'],
    ['403 FORBIDDEN', without],
    ['429 RATE_LIMITED', busy],
    ['400 TOO_LARGE', site.apiKey],
  ] as const
  for (const [, { bytes, pieces, pauseMs }] of bodies) {
    const body = formOf(bytes)
    for (const [, version, connection] of connections) {
      await Promise.all(
        refusals.map(async ([refusal, key]) => {
          const headers = [
            ...connection,
            `Authorization: Bearer ${key}`,
            `Content-Type: multipart/form-data; boundary=${boundary}`,
          ]
          const sent = { url: site.url, path: '/api/v1/upload', headers, body, version, pieces, pauseMs }
          const answer = await sendBeforeReading(sent)
          const [status, code] = refusal.split(' ')
          expect(answer).toStartWith(`HTTP/1.1 ${status}`)
          expect(answer).toContain(`"code":"${code}"`)
        }),
      )
    }
  }
}, 60_000)
