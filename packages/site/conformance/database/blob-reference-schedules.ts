import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noLiveLimits } from '../../src/accounts/quota.ts'
import type { SiteDatabase } from '../../src/database/database.ts'
import { Failure } from '../../src/language/failure.ts'
import {
  audit,
  type DatabaseConformanceOptions,
  type MakeDatabase,
  openSite,
  type Site,
  sha256,
  storedFile,
} from './fixture.ts'

/** One upload or one collector, on one of two replicas, after some milliseconds. */
interface Step {
  kind: 'upload' | 'render' | 'delete' | 'restore' | 'purge' | 'collect' | 'pass' | 'expire'
  bytes: number
  owner: number
  replica: boolean
  moments: number
  slowness: number
  /** How many milliseconds the upload stays. */
  lifetimeMs: number | null
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['upload', 'upload', 'upload', 'render', 'delete', 'restore', 'purge'] as const),
    ...(['collect', 'collect', 'pass', 'expire'] as const),
  ),
  bytes: fc.nat({ max: 2 }),
  owner: fc.nat({ max: 1 }),
  replica: fc.boolean(),
  moments: fc.nat({ max: 6 }),
  slowness: fc.nat({ max: 12 }),
  lifetimeMs: fc.constantFrom(null, null, 4, 9),
})

/** Uploads, deletions, ends of images and collectors at the same time, over bytes that really come and go. */
export function blobReferenceSchedules(make: MakeDatabase, { runs = 60 }: DatabaseConformanceOptions): void {
  test('whatever happens at the same time, a live image has its bytes and each total is right', async () => {
    await using site = await openSite(make)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const run = crypto.randomUUID()
        const store = new Set<string>()
        try {
          await Promise.all(steps.map((one) => take(site, store, { ...one, run })))
          const sources = [0, 1, 2].map((bytes) => sha256(`${run} ${bytes}`))
          await site.database.images.collectExpired(site.clock.nowMs)
          expect(await unsoundness(site, store, sources)).toEqual([])
        } finally {
          await removeAll(site)
        }
      }),
      { numRuns: runs },
    )
  })
}

async function take(site: Site, store: Set<string>, step: Step & { run: string }): Promise<void> {
  for (let moment = 0; moment < step.moments; moment++) await nextMoment()
  const database = step.replica ? site.replica : site.database
  const name = `${step.run} ${step.bytes}`
  const ownerId = step.owner ? site.bob.id : site.ann.id
  switch (step.kind) {
    case 'upload':
      return upload({ ...step, site, database, store, name, ownerId })
    case 'render':
      return render({ site, database, store, name, ownerId, slowness: step.slowness })
    case 'delete': {
      const found = await database.images.duplicateOf({
        receivedSha256: sha256(name),
        ownerId,
        dedupScope: 'owner',
        expiresAtMs: null,
      })
      return found && deleteUnlessGone(site, database, found.id)
    }
    case 'restore':
      return restoreUnlessGone(database, ownerId)
    case 'pass':
      site.clock.nowMs += 3
      return
    case 'expire':
      await database.images.collectExpired(site.clock.nowMs)
      return
    case 'purge':
      await database.images.collect(site.clock.nowMs + 1, site.clock.nowMs)
      return
    case 'collect':
      await collect({ site, database, store, address: sha256(name) })
      return collect({ site, database, store, address: sha256(`${name} small`) })
  }
}

/** Whoever deletes the same image at the same time may be first. */
async function deleteUnlessGone(site: Site, database: SiteDatabase, id: string): Promise<void> {
  try {
    await database.images.remove([id], site.clock.nowMs, audit('image.remove', id))
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'NOT_FOUND')) throw error
  }
}

async function restoreUnlessGone(database: SiteDatabase, ownerId: string): Promise<void> {
  const { items } = await database.images.list({ ownerId, deletedAfterMs: 0, limit: 1 })
  for (const { id } of items) {
    try {
      await database.images.restore([id], audit('image.restore', id), noLiveLimits)
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'NOT_FOUND')) throw error
    }
  }
}

interface Upload {
  site: Site
  database: SiteDatabase
  store: Set<string>
  name: string
  ownerId: string
  /** Moments between its bytes and its row. */
  slowness: number
}

function upload({ name, ownerId, lifetimeMs, ...rest }: Upload & Pick<Step, 'lifetimeMs'>): Promise<void> {
  const { site, database } = rest
  const file = storedFile(name)
  const expiresAtMs = lifetimeMs === null ? null : site.clock.nowMs + lifetimeMs
  return putAndRecord(rest, file, (removalsSeen) =>
    database.images.record(
      site.draft({ ownerId, receivedSha256: sha256(name), file, expiresAtMs, removalsSeen }),
    ),
  )
}

function render({ name, ...rest }: Upload): Promise<void> {
  const { site, database } = rest
  const rendition = {
    source: sha256(name),
    size: 'thumbnail',
    format: 'webp',
    file: storedFile(`${name} small`),
    placeholder: null,
    madeFor: null,
    createdAtMs: site.clock.nowMs,
  } as const
  return putAndRecord(rest, rendition.file, (removalsSeen) =>
    database.renditions.record({ ...rendition, removalsSeen }),
  )
}

/** Bytes first, row last, as if they had never been removed; if that fails, both again after the removal. */
async function putAndRecord(
  { database, store, slowness }: Pick<Upload, 'database' | 'store' | 'slowness'>,
  file: { address: string },
  record: (removalsSeen: number) => Promise<{ kind: string }>,
): Promise<void> {
  for (let removalsSeen = 0; ; removalsSeen = await removalsOnceDone(database, file.address)) {
    store.add(file.address)
    for (let moment = 0; moment < slowness; moment++) await nextMoment()
    const outcome = await record(removalsSeen)
    if (outcome.kind !== 'blobRemoving') return
    await nextMoment()
  }
}

async function removalsOnceDone({ blobs }: SiteDatabase, address: string): Promise<number> {
  for (;;) {
    const { count, underWayUntilMs } = await blobs.removal(address)
    if (underWayUntilMs === null) return count
    await nextMoment()
  }
}

interface Collection {
  site: Site
  database: SiteDatabase
  store: Set<string>
  address: string
}

async function collect({ site, database, store, address }: Collection): Promise<void> {
  const { nowMs } = site.clock
  // Bytes without a row may be those of an upload under way: real collectors leave young ones alone.
  if (!(await database.blobs.removable(nowMs + 1, 9)).includes(address)) return
  const untilMs = nowMs + 1_000
  if ((await database.blobs.beginRemovals([address], nowMs + 1, untilMs)).length === 0) return
  await nextMoment()
  store.delete(address)
  await nextMoment()
  await database.blobs.finishRemovals([address], untilMs)
}

/** The contradictions between the rows and the existing bytes. */
async function unsoundness(
  { database, ann, bob }: Site,
  store: Set<string>,
  sources: readonly string[],
): Promise<string[]> {
  const found: string[] = []
  for (const source of sources) {
    const original = await database.blobs.byAddress(source)
    for (const { file } of await database.renditions.of(source)) {
      if (original?.releasedAtMs !== null) found.push(`a rendition is left of ${source}`)
      if (file === null || !store.has(file.address)) found.push(`a rendition of ${source} has no bytes`)
      else if ((await database.blobs.byAddress(file.address))?.releasedAtMs !== null)
        found.push(`the bytes of a rendition of ${source} are released`)
    }
  }
  const live = (await database.images.list({ limit: 100 })).items
  for (const { id, ownerId, receivedSha256, file } of live) {
    const blob = await database.blobs.byAddress(file.address)
    if (!store.has(file.address)) found.push(`${id} has no bytes`)
    if (blob?.releasedAtMs !== null) found.push(`the bytes of ${id} are released`)
    const duplicate = await database.images.duplicateOf({
      receivedSha256,
      ownerId,
      dedupScope: 'owner',
      expiresAtMs: null,
    })
    if (duplicate?.id !== id) found.push(`${id} is not what its bytes repeat`)
    const ofSite = await database.images.duplicateOf({
      receivedSha256,
      ownerId: 'nobody',
      dedupScope: 'site',
      expiresAtMs: 0,
    })
    if (ofSite?.receivedSha256 !== receivedSha256) found.push(`the bytes of ${id} are nobody's on the site`)
  }
  for (const owner of [ann, bob]) {
    const images = live.filter(({ ownerId }) => ownerId === owner.id).length
    const usage = await database.users.usage(owner.id)
    const { items: deleted } = await database.images.list({
      ownerId: owner.id,
      deletedAfterMs: 0,
      limit: 100,
    })
    const isRight =
      usage.images === images &&
      usage.bytes === 1_000 * images &&
      usage.deletedBytes === 1_000 * deleted.length
    if (!isRight) found.push(`wrong usage of ${owner.name}`)
  }
  const totals = await database.images.totals()
  if (totals.images !== live.length || totals.bytes !== 1_000 * live.length) found.push('wrong totals')
  return found
}

async function removeAll({ database, clock }: Site): Promise<void> {
  const live = (await database.images.list({ limit: 100 })).items
  await database.images.remove(
    live.map(({ id }) => id),
    clock.nowMs,
    audit('image.remove', 'all'),
  )
  await database.images.collect(clock.nowMs + 1, clock.nowMs)
}

function nextMoment(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
