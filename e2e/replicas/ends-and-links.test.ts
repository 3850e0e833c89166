import { afterAll, expect, test } from 'bun:test'
import { uploadImage } from '../site/image-client.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { startReplicas } from './replicas.ts'
import { hasServices, newParts } from './shared-services.ts'

if (hasServices) {
  const replicas = await startReplicas(await newParts())
  afterAll(() => replicas[Symbol.asyncDispose]())
  const { first, last, credentials } = replicas
  const get = (url: string) => fetch(url, { redirect: 'manual' })

  test('an image that ends is gone from link, rendition and page of both replicas at once', async () => {
    const fields = { expiresIn: '8s' }
    const { id, endsAtMs } = await uploadImage(first, credentials, sampleImage(1, 400_000), { fields })
    const urls = replicas.all.flatMap(({ urls }) =>
      [`/i/${id}`, `/i/${id}/thumbnail`, `/p/${id}`].map((path) => urls.images + path),
    )
    const statuses = () => Promise.all(urls.map(async (url) => (await get(url)).status))
    // Each replica caches what it is asked for twice.
    for (let time = 0; time < 2; time++) {
      for (const status of await statuses()) expect([200, 302]).toContain(status)
    }
    await Bun.sleep((endsAtMs ?? 0) - Date.now() + 1)
    expect(await statuses()).toEqual(urls.map(() => 404))
  }, 60_000)

  test('a link that is changed on one replica leads there on the other, which lets no cache keep it for long', async () => {
    const made = await replicas.command([
      ...['key', 'create', '--user', credentials.userName, '--permission', 'images:upload'],
      ...['--bind-link', 'badge', '--json'],
    ])
    const key = { ...credentials, apiKey: JSON.parse(made.stdout).key }
    for (const [site, other, seed] of [
      [first, last, 2],
      [last, first, 3],
    ] as const) {
      const { id } = await uploadImage(site, key, sampleImage(seed), { fields: { link: 'badge' } })
      const answer = await get(`${other.urls.images}/l/badge`)
      expect([answer.status, answer.headers.get('location')]).toEqual([
        302,
        expect.stringContaining(`/i/${id}`),
      ])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=30')
    }
  }, 60_000)

  test('200 changes of one link over both replicas are in its history once each', async () => {
    const made = await replicas.command([
      ...['key', 'create', '--user', credentials.userName, '--permission', 'images:upload'],
      ...['--bind-link', 'busy', '--json'],
    ])
    const key = { ...credentials, apiKey: JSON.parse(made.stdout).key }
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        uploadImage(replicas.all[index % 2] ?? first, key, sampleImage(100 + index), {
          fields: { link: 'busy' },
        }),
      ),
    )
    // Of one user at most 192 are received at once.
    const taken = sent.filter(({ status }) => status === 200)
    expect(sent.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    const { stdout } = await replicas.command(['link', 'history', 'busy', '--json'])
    const history = JSON.parse(stdout) as { number: number; image: string }[]
    expect(history.map(({ image }) => image).sort()).toEqual(taken.map(({ id }) => id ?? '').sort())
    expect(history.map(({ number }) => number)).toEqual(history.map((_, index) => history.length - index))
  }, 60_000)

  test('the hash of a file that came to one replica stands for it at the other, and for its owner alone', async () => {
    const bytes = sampleImage(6)
    const { id } = await uploadImage(first, credentials, bytes)
    expect(await uploadImage(last, credentials, sha256Of(bytes))).toMatchObject({
      status: 200,
      id,
      deduped: true,
    })
    await replicas.command(['user', 'add', 'stranger', '--json'])
    const words = ['key', 'create', '--user', 'stranger', '--permission', 'images:upload', '--json']
    const { stdout } = await replicas.command(words)
    const stranger = { ...credentials, apiKey: JSON.parse(stdout).key }
    for (const site of replicas.all) {
      for (const hash of [sha256Of(bytes), sha256Of(sampleImage(7))]) {
        expect(await uploadImage(site, stranger, hash)).toMatchObject({ status: 400, code: 'FILE_MISSING' })
      }
    }
  }, 60_000)
}
