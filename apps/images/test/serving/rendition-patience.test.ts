import { expect, test } from 'bun:test'
import { createSharpRenditionMaker, type SharpRenditionOptions } from '@pictoglyph/renditions/sharp'
import type { RenditionEvent } from '@pictoglyph/site/images/make-rendition'
import type { RenditionJob } from '@pictoglyph/site/images/rendition-maker'
import { createRenditions, type Renditions } from '@pictoglyph/site/images/renditions'
import type { Image } from '@pictoglyph/site/language/records'
import { postUpload } from '../post-upload.ts'
import { pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

/** A site whose store holds bytes back until released, so that the running job keeps its turn. */
interface SlowSite extends AsyncDisposable {
  renditions: Renditions
  events: readonly RenditionEvent[]
  /** The maker's jobs. */
  jobs: readonly RenditionJob[]
  /** Resolves after this many jobs. */
  asked(count: number): Promise<void>
  /** Number of leases; each is a durable change. */
  leasesTaken(): number
  giveBytes(): void
}

function openSlowSite(
  { ports }: SiteFixture,
  {
    patienceMs = 30_000,
    quietMs = 0,
    ...options
  }: SharpRenditionOptions & { patienceMs?: number; quietMs?: number } = {},
): SlowSite {
  const given = Promise.withResolvers<void>()
  const events: RenditionEvent[] = []
  const jobs: RenditionJob[] = []
  let onJob = () => {}
  let leasesTaken = 0
  const { blobs, database } = ports
  const maker = createSharpRenditionMaker({ atOnce: 1, ...options })
  const renditions = createRenditions({
    site: {
      ...ports,
      blobs: { ...blobs, open: (address) => given.promise.then(() => blobs.open(address)) },
      database: {
        ...database,
        leases: {
          ...database.leases,
          take(...lease) {
            leasesTaken += 1
            return database.leases.take(...lease)
          },
        },
      },
    },
    maker: {
      ...maker,
      make(job) {
        jobs.push(job)
        onJob()
        return maker.make(job)
      },
    },
    pace: { quietMs, maxPatienceMs: quietMs + 30_000 },
    patienceMs,
    report: (event) => events.push(event),
  })
  return {
    renditions,
    events,
    jobs,
    asked: (count) =>
      new Promise((resolve) => {
        onJob = () => jobs.length >= count && resolve()
        onJob()
      }),
    leasesTaken: () => leasesTaken,
    giveBytes: given.resolve,
    async [Symbol.asyncDispose]() {
      given.resolve()
      await renditions.close()
    },
  }
}

async function upload(site: SiteFixture, colour: number): Promise<Image> {
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: new File([pngOf(colour, 400, 300)], 'picture.png'),
    fields: { categoryId: site.categoryId },
  })
  const image = await site.ports.database.images.byId(body.data.id)
  if (image === undefined) throw new Error('the image was not stored')
  return image
}

test('after the longest wait a request gets the image, and the rendition is made for later ones', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site, { patienceMs: 1 })
  const image = await upload(site, 1)
  expect(await slow.renditions.find(image, 'thumbnail', ['webp'])).toBeUndefined()
  slow.giveBytes()
  while ((await slow.renditions.find(image, 'thumbnail', ['webp'])) === undefined);
  expect(slow.events.map(({ kind }) => kind)).toEqual(['made'])
})

test('a failure after the last client gave up is logged', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site, { patienceMs: 1 })
  const image = await upload(site, 1)
  expect(await slow.renditions.find(image, 'thumbnail', ['webp'])).toBeUndefined()
  await site.ports.blobs.remove(image.file.address)
  slow.giveBytes()
  await slow.renditions.close()
  expect(slow.events).toMatchObject([{ kind: 'failed', source: image.file.address }])
})

test('a failure in the background is logged, and later jobs are made', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site)
  const [first, second] = [await upload(site, 1), await upload(site, 2)]
  await site.ports.blobs.remove(first.file.address)
  slow.giveBytes()
  for (const image of [first, second]) slow.renditions.prepare(image, false)
  await slow.renditions.idle()
  expect(slow.events).toMatchObject([
    { kind: 'failed', source: first.file.address },
    { kind: 'made', source: second.file.address },
  ])
})

test('a request for a queued thumbnail makes it urgent', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site)
  const [first, second] = [await upload(site, 1), await upload(site, 2)]
  const before = slow.renditions.find(first, 'thumbnail', ['webp'])
  await slow.asked(1)
  slow.renditions.prepare(second, false)
  await slow.asked(2)
  expect(slow.jobs.map(({ isAwaited }) => isAwaited())).toEqual([true, false])
  const after = slow.renditions.find(second, 'thumbnail', ['webp'])
  slow.giveBytes()
  expect([await before, await after].map((rendition) => rendition?.width)).toEqual([320, 320])
  expect(slow.jobs.map(({ isAwaited }) => isAwaited())).toEqual([true, true])
})

test('while the queue is full, a request for a rendition writes nothing to the database', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site, { maxWaiting: 0 })
  const [first, second] = [await upload(site, 1), await upload(site, 2)]
  const made = slow.renditions.find(first, 'thumbnail', ['webp'])
  await slow.asked(1)
  for (let times = 0; times < 3; times += 1) {
    expect(await slow.renditions.find(second, 'thumbnail', ['webp'])).toBeUndefined()
  }
  expect(slow.leasesTaken()).toBe(1)
  expect(slow.events.map(({ kind }) => kind)).toEqual(['busy', 'busy', 'busy'])
  slow.giveBytes()
  expect((await made)?.width).toBe(320)
})

test('without a working maker, the check runs once and not for every request', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site, { limits: { memoryBytes: -1_300_000_000 } })
  slow.giveBytes()
  for (const colour of [1, 2, 3]) {
    expect(await slow.renditions.find(await upload(site, colour), 'thumbnail', ['webp'])).toBeUndefined()
  }
  expect([slow.jobs.length, slow.leasesTaken()]).toEqual([1, 1])
  expect(slow.events.map(({ kind }) => kind)).toEqual(['unavailable'])
})

test('of the background thumbnails of an import, twenty thousand are queued', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site, { maxWaiting: 0 })
  const image = await upload(site, 1)
  const made = slow.renditions.find(image, 'thumbnail', ['webp'])
  await slow.asked(1)
  for (let number = 0; number < 20_500; number += 1) {
    const address = number.toString(16).padStart(64, '0')
    slow.renditions.prepare({ ...image, file: { ...image.file, address } }, false)
  }
  await slow.renditions.idle()
  expect(slow.events.filter(({ kind }) => kind === 'busy')).toHaveLength(20_000)
  slow.giveBytes()
  expect((await made)?.width).toBe(320)
})

test('closing waits for no pause, and remaining or later jobs are dropped', async () => {
  await using site = await openSite()
  await using slow = openSlowSite(site, { quietMs: 3_600_000 })
  const image = await upload(site, 1)
  slow.renditions.prepare(image, false)
  await slow.renditions.close()
  slow.renditions.prepare(image, false)
  await slow.renditions.idle()
  expect(slow.jobs).toEqual([])
})
