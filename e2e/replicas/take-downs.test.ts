import { afterAll, expect, test } from 'bun:test'
import { createVisitor } from '@pictoglyph/console/test/visitor'
import { uploadImage } from '../site/image-client.ts'
import { sampleImage } from '../site/sample-image.ts'
import { startReplicas } from './replicas.ts'
import { hasServices, newParts } from './shared-services.ts'

if (hasServices) {
  const replicas = await startReplicas(await newParts())
  afterAll(() => replicas[Symbol.asyncDispose]())
  const { first, last, credentials } = replicas
  const statusesOf = (id: string | undefined) =>
    Promise.all(
      replicas.all.flatMap(({ urls }) =>
        [`/i/${id}`, `/i/${id}/thumbnail`, `/p/${id}`].map(
          async (path) => (await fetch(urls.images + path, { redirect: 'manual' })).status,
        ),
      ),
    )

  test('what is taken down is gone from both replicas at once, and its bytes are refused by both until it is put back', async () => {
    const bytes = sampleImage(1, 300_000)
    const { id } = await uploadImage(first, credentials, bytes)
    // Each replica caches what it is asked for twice.
    for (let time = 0; time < 2; time++) {
      for (const status of await statusesOf(id)) expect([200, 302]).toContain(status)
    }
    const taken = await replicas.command([
      'image',
      'take-down',
      id!,
      '--reason',
      'shows a neighbour',
      '--json',
    ])
    expect(taken.exitCode).toBe(0)
    expect(await statusesOf(id)).toEqual([404, 404, 404, 404, 404, 404])
    for (const site of [first, last]) {
      expect(await uploadImage(site, credentials, bytes)).toMatchObject({
        status: 400,
        code: 'INVALID_IMAGE',
      })
    }
    expect((await replicas.command(['image', 'put-back', id!])).exitCode).toBe(0)
    for (const status of await statusesOf(id)) expect([200, 302]).toContain(status)
    expect(await uploadImage(last, credentials, bytes)).toMatchObject({ status: 200, id, deduped: true })
  }, 60_000)

  test('while both replicas take the same bytes from many, a takedown of all copies leaves none', async () => {
    const bytes = sampleImage(2, 100_000)
    const senders = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        await replicas.command(['user', 'add', `sender${index}`, '--json'])
        const words = ['key', 'create', '--user', `sender${index}`, '--permission', 'images:upload', '--json']
        return { ...credentials, apiKey: JSON.parse((await replicas.command(words)).stdout).key as string }
      }),
    )
    const { id } = await uploadImage(first, credentials, bytes)
    const sent = Promise.all(
      senders.map((key, index) => uploadImage(replicas.all[index % 2] ?? first, key, bytes)),
    )
    const words = ['image', 'take-down', id!, '--all-copies', '--reason', 'reported', '--json']
    expect((await replicas.command(words)).exitCode).toBe(0)
    for (const { id } of await sent) {
      if (id !== undefined) expect(await statusesOf(id)).toEqual([404, 404, 404, 404, 404, 404])
    }
  }, 60_000)

  test('a report that one replica takes is in the other’s queue', async () => {
    await replicas.command(['policy', 'set', 'site.reports', 'on'])
    const { id } = await uploadImage(first, credentials, sampleImage(3))
    let page = ''
    while (!page.includes(`/report/${id}`)) page = await (await fetch(`${first.urls.images}/p/${id}`)).text()
    const visitorOf = ({ urls }: typeof first) =>
      createVisitor({ url: urls.console.replace('127.0.0.1', 'localhost') })
    const reader = visitorOf(first)
    const sent = await reader.post(`/report/${id}`, { reason: 'privacy', note: 'My garden.' })
    expect(sent.status).toBe(200)
    const operator = visitorOf(last)
    await operator.signIn(credentials.userName, credentials.password)
    expect(await (await operator.get('/reports')).text()).toContain('My garden.')
  }, 60_000)
}
