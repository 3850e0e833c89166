import { expect, test } from 'bun:test'
import { uploadImage } from '../site/image-client.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { startReplicas } from './replicas.ts'
import { metric } from './requests.ts'
import { hasServices, newParts } from './shared-services.ts'

if (hasServices) {
  test('direct links from S3 are streamed, whole or in ranges', async () => {
    await using replicas = await startReplicas(await newParts())
    const bytes = sampleImage(1, 300_000)
    const { url = '' } = await uploadImage(replicas.first, replicas.credentials, bytes)
    const link = replicas.last.urls.images + new URL(url).pathname
    const whole = await fetch(link)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await whole.bytes()).toEqual(bytes)
    for (const [range, from, to] of [
      ['bytes=100-199', 100, 200],
      ['bytes=-50', bytes.length - 50, bytes.length],
      ['bytes=299000-', 299_000, bytes.length],
    ] as const) {
      const part = await fetch(link, { headers: { range } })
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${bytes.length}`,
      ])
      expect(await part.bytes()).toEqual(bytes.slice(from, to))
    }
    expect((await fetch(link, { headers: { range: 'bytes=400000-' } })).status).toBe(416)
    expect(await metric(replicas.last, 'pictoglyph_served_bytes_total')).toBe(
      bytes.length + 100 + 50 + bytes.length - 299_000,
    )
  }, 60_000)

  test('with a public address of the store, direct links lead there, and only those of images that there are', async () => {
    const parts = await newParts()
    const blobsUrl = `${parts.blobsUrl}&publicUrl=${encodeURIComponent('https://images.example.org/store')}`
    await using replicas = await startReplicas({ ...parts, blobsUrl })
    const bytes = sampleImage(2)
    const { url = '' } = await uploadImage(replicas.first, replicas.credentials, bytes)
    const link = replicas.last.urls.images + new URL(url).pathname
    const answer = await fetch(link, { redirect: 'manual' })
    const prefix = new URL(parts.blobsUrl).pathname
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(
      `https://images.example.org/store${prefix}/${sha256Of(bytes)}`,
    )
    const unknown = link.replace(/[^/]+$/, 'AAAAAAAAAAAAAA.png')
    expect((await fetch(unknown, { redirect: 'manual' })).status).toBe(404)
  }, 60_000)
}
