import { expect, test } from 'bun:test'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { createTextClient, type TextClient } from '../src/index.ts'
import { openTextService } from './text-service.ts'

async function withService(work: (client: TextClient) => Promise<void>): Promise<void> {
  await using site = await openSite()
  await site.setPolicy('text.requestsPerMinute', '40')
  await using service = await openTextService(site.ports)
  await work(createTextClient({ baseUrl: service.url, retries: { most: 1, maxWaitMs: 10 } }))
}

test('every type of algorithm that the service lists brings a text back, lone surrogates too', async () => {
  await withService(async (client) => {
    const { charsets, algorithms } = await client.options()
    const charsetId = charsets.find(({ isDefault }) => isDefault)?.id ?? ''
    const text = 'héllo 你好 🙂 \ud800'
    const oneOfEach = new Map(algorithms.toReversed().map((algorithm) => [algorithm.type, algorithm]))
    expect(oneOfEach.size).toBe(6)
    for (const { id, type, needKey } of oneOfEach.values()) {
      const key = needKey ? 'clé' : undefined
      const encrypted = await client.encrypt({ text, charsetId, algorithmId: id, key })
      expect(encrypted.algoType).toBe(type)
      const decrypted = await client.decrypt({ cipher: encrypted.cipher, key })
      expect(decrypted).toMatchObject({ needKey: false, text, algoType: type })
    }
  })
})

test('a cipher that needs a key says so, and a wrong key is an error', async () => {
  await withService(async (client) => {
    const { cipher } = await client.encrypt({ text: 'hi', charsetId: 'roar', algorithmId: 'rc4', key: 'k' })
    const hint = await client.decrypt({ cipher })
    expect(hint).toMatchObject({ needKey: true, algoType: 'RC4' })
    const error = await client.decrypt({ cipher, key: 'wrong' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'DECODE_FAIL', status: 422 })
  })
})

test('a rate-limited client gets a retry time', async () => {
  await withService(async (client) => {
    const error = await Promise.all(Array.from({ length: 41 }, () => client.options())).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(error).toHaveProperty('resetAt', expect.any(Date))
    expect(error).toHaveProperty('retryAfterSeconds', expect.any(Number))
  })
})
