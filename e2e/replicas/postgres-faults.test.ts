import { expect, test } from 'bun:test'
import { type Postgres, startPostgres } from '../services/postgres.ts'
import { downloadImage, type UploadAnswer, untilTaken, uploadImage } from '../site/image-client.ts'
import type { RunningSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { type Replicas, startReplicas } from './replicas.ts'
import { encrypt, eventually, metric } from './requests.ts'
import { hasServices, newParts } from './shared-services.ts'

const upload = (replicas: Replicas, site: RunningSite, seed: number) =>
  uploadImage(site, replicas.credentials, sampleImage(seed))

/** A link, a page for readers and one of the console for someone who is signed in: status, `Retry-After` and type. */
async function readAll({ urls }: RunningSite, id: string): Promise<string[]> {
  const headers = {
    cookie: `session=${'a'.repeat(43)}; theme=dark`,
    accept: 'text/html',
    'accept-language': 'zh',
  }
  const addresses = [`${urls.images}/i/${id}.png`, `${urls.images}/p/${id}`, `${urls.console}/albums`]
  return Promise.all(
    addresses.map(async (address) => {
      const answer = await fetch(address, { headers, redirect: 'manual' })
      const text = await answer.text()
      const said = /本站的存储暂时无法使用|STORAGE_FAILED/.exec(text)?.[0]
      return `${answer.status} ${answer.headers.get('retry-after')} ${said}`
    }),
  )
}

/** Uploads fail in order while the database is away, the text goes on, and then all works again by itself. */
async function holdsWithout(
  replicas: Replicas,
  takeAway: () => Promise<void>,
  bringBack: () => Promise<void>,
) {
  const before = await upload(replicas, replicas.first, 1)
  expect(before.status).toBe(200)
  await takeAway()
  for (const site of replicas.all) {
    const answer = await upload(replicas, site, 2)
    expect([answer.status, answer.code]).toEqual([500, 'STORAGE_FAILED'])
    expect(await readAll(site, before.id ?? '')).toEqual([
      '503 10 STORAGE_FAILED',
      '503 10 STORAGE_FAILED',
      '503 10 本站的存储暂时无法使用',
    ])
    expect(await encrypt(site)).toBe(200)
    expect((await fetch(`${site.urls.images}/readyz`)).status).toBe(503)
    expect((await (await fetch(`${site.urls.text}/readyz`)).json()).error.message).toBe(
      'Not ready: settings.',
    )
    expect(await metric(site, 'pictoglyph_ready{part="database"}')).toBe(0)
    expect(await metric(site, 'pictoglyph_storage_errors_total{part="database"}')).toBeGreaterThan(0)
  }
  await bringBack()
  for (const site of replicas.all) {
    await eventually(async () => (await upload(replicas, site, 2)).status === 200)
    await eventually(async () => (await fetch(`${site.urls.images}/readyz`)).status === 200)
    expect(await downloadImage(site, before.id ?? '')).toEqual(sampleImage(1))
  }
}

async function onOwnPostgres(): Promise<{ postgres: Postgres; replicas: Replicas } & AsyncDisposable> {
  await using cleanup = new AsyncDisposableStack()
  const postgres = cleanup.use(await startPostgres())
  const replicas = cleanup.use(await startReplicas(await newParts({ databaseUrl: postgres.url })))
  const held = cleanup.move()
  return { postgres, replicas, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

if (hasServices) {
  test('PostgreSQL restarted: uploads fail meanwhile and work afterwards, without a restart of ours', async () => {
    await using site = await onOwnPostgres()
    const { postgres, replicas } = site
    await holdsWithout(
      replicas,
      () => postgres.stop(),
      () => postgres.start(),
    )
  }, 90_000)

  test('PostgreSQL silent: no request hangs on it, and all works once it answers', async () => {
    await using site = await onOwnPostgres()
    const { postgres, replicas } = site
    await holdsWithout(
      replicas,
      async () => postgres.pause(),
      async () => postgres.resume(),
    )
  }, 90_000)

  test('PostgreSQL killed among commits: what was acknowledged is there, the rest can be sent again', async () => {
    await using site = await onOwnPostgres()
    const { postgres, replicas } = site
    const seeds = Array.from({ length: 120 }, (_, index) => index)
    const answers = new Map<number, UploadAnswer>()
    const some = Promise.withResolvers<void>()
    const sending = seeds.map(async (seed) => {
      const target = seed % 2 === 0 ? replicas.first : replicas.last
      const answer = await upload(replicas, target, seed)
      answers.set(seed, answer)
      if (answers.size === 20) some.resolve()
    })
    await some.promise
    await postgres.stop('SIGKILL')
    await Promise.all(sending)
    const acknowledged = [...answers].filter(([, { status }]) => status === 200)
    expect(acknowledged.length).toBeGreaterThanOrEqual(20)
    expect(acknowledged.length).toBeLessThan(seeds.length)
    for (const { status } of answers.values()) expect([200, 500, 503]).toContain(status)

    await postgres.start()
    await eventually(async () => (await fetch(`${replicas.first.urls.images}/readyz`)).status === 200)
    for (const [seed, { id }] of acknowledged) {
      expect(await downloadImage(replicas.last, id ?? '')).toEqual(sampleImage(seed))
    }
    const again = await Promise.all(
      seeds.map((seed) => untilTaken(() => upload(replicas, replicas.first, seed))),
    )
    expect(again.filter(({ status }) => status !== 200)).toEqual([])
    for (const [seed, { id }] of acknowledged) expect(again[seed]?.id).toBe(id ?? '')
    expect(new Set(again.map(({ id }) => id)).size).toBe(seeds.length)
    const checked = await replicas.command(['fsck', '--json'])
    expect([checked.exitCode, JSON.parse(checked.stdout).problems]).toEqual([0, 0])
  }, 90_000)
}
