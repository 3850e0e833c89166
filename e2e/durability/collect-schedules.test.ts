import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { checkSite } from '@pictoglyph/site/care/check-site'
import { type CollectOptions, collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import type { Finding } from '@pictoglyph/site/care/findings'
import { deleteForGood, deleteImages } from '@pictoglyph/site/images'
import { Failure } from '@pictoglyph/site/language/failure'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import fc from 'fast-check'
import { addOwner, auditOf, openFileSite, uploadTo } from '../site/file-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'

/*
 * Uploads, deletions, collectors and crashes at the same time, over real rows and real files of two processes.
 * Every call of a port waits for as many turns of the event loop as the schedule says, so that steps of one
 * fall between any two steps of another.
 */

const runs = process.env.PICTOGLYPH_PROOF ? 1_500 : 40
/** A claim of a collector that died ends within this time. */
const claimMs = 31_000

interface Step {
  kind:
    | 'upload'
    | 'be refused'
    | 'delete'
    | 'delete for good'
    | 'collect'
    | 'die before removing'
    | 'die after removing'
    | 'die before recording'
  bytes: number
  owner: number
  replica: boolean
  /** Turns of the event loop before the step, and before each of its calls in turn. */
  start: number
  pauses: number[]
}

const kinds: fc.Arbitrary<Step['kind']> = fc.oneof(
  { weight: 6, arbitrary: fc.constant('upload' as const) },
  { weight: 4, arbitrary: fc.constant('be refused' as const) },
  { weight: 4, arbitrary: fc.constant('delete' as const) },
  { weight: 2, arbitrary: fc.constant('delete for good' as const) },
  { weight: 6, arbitrary: fc.constant('collect' as const) },
  fc.constant('die before removing' as const),
  fc.constant('die after removing' as const),
  fc.constant('die before recording' as const),
)

const isUpload = (kind: Step['kind']): boolean => kind === 'upload' || kind === 'be refused'

const step: fc.Arbitrary<Step> = fc.record({
  kind: kinds,
  bytes: fc.nat({ max: 2 }),
  owner: fc.nat({ max: 1 }),
  replica: fc.boolean(),
  start: fc.nat({ max: 20 }),
  pauses: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 6 }),
})

const immediately: CollectOptions = { deletedForMs: 0, releasedForMs: 0, orphanedForMs: 0 }

test('whatever happens at the same time, a live image has its bytes', async () => {
  await using site = await openFileSite()
  const owners = [site.owner, await addOwner(site.ports)]

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 14 }), { maxLength: 4 }),
      async (batches) => {
        for (const batch of batches) {
          await runBatch(batch)
          expect(await withoutBytes(site.ports)).toEqual([])
        }
        expect(await check(site.replica)).toEqual([])
      },
    ),
    { numRuns: runs },
  )

  async function runBatch(batch: readonly Step[]): Promise<void> {
    // Times are compared strictly: what happened before the batch is in its past.
    site.clock.aheadMs += 2
    const works = batch.map((one) => ({ kind: one.kind, done: take(one) }))
    await Promise.all(works.filter(({ kind }) => !isUpload(kind)).map(({ done }) => done))
    // An upload may wait for a collector that died, also to take back what it has put.
    const uploads = Promise.all(works.map(({ done }) => done))
    site.clock.aheadMs += claimMs
    await uploads
  }

  async function take({ kind, bytes, owner, replica, start, pauses }: Step): Promise<void> {
    await turns(start)
    const ports = withPauses(replica ? site.replica : site.ports, pauses)
    const image = sampleImage(bytes, 200)
    const address = sha256Of(image)
    const { blobs, images } = ports.database
    const ofOwner = { owner: owners[owner]!, categoryId: site.categoryId }
    switch (kind) {
      case 'upload':
        await uploadTo(ports, ofOwner, image)
        return
      case 'be refused':
        // Once it was judged its album is gone.
        await uploadTo(ports, { ...ofOwner, albumId: 'gone' }, image).catch(notAllowed)
        return
      case 'delete': {
        const found = await images.duplicateOf({
          receivedSha256: address,
          ownerId: ofOwner.owner.id,
          dedupScope: 'owner',
          expiresAtMs: null,
        })
        if (found === undefined) return
        // Another step may have deleted and forgotten it meanwhile.
        await images.remove([found.id], ports.clock(), auditOf('image.delete')).catch(() => undefined)
        return
      }
      case 'delete for good': {
        const found = await images.duplicateOf({
          receivedSha256: address,
          ownerId: ofOwner.owner.id,
          dedupScope: 'owner',
          expiresAtMs: null,
        })
        if (found === undefined) return
        const actor = [withoutLease(ports), commandActor, found.ownerId, [found.id]] as const
        await deleteImages(...actor).catch(notThere)
        await deleteForGood(...actor).catch(notThere)
        return
      }
      case 'collect':
        await collectGarbage(withoutLease(ports), immediately)
        return
      case 'die before removing':
        await blobs.beginRemovals([address], ports.clock(), ports.clock() + claimMs - 1_000)
        return
      case 'die after removing':
        if (
          (await blobs.beginRemovals([address], ports.clock(), ports.clock() + claimMs - 1_000)).length > 0
        ) {
          await ports.blobs.remove(address)
        }
        return
      case 'die before recording': {
        await using staged = await ports.blobs.stage()
        await staged.write(image)
        await ports.blobs.put(staged, address)
      }
    }
  }
}, 600_000)

/** Another step may have forgotten it meanwhile. */
function notThere(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'NOT_FOUND')) throw error
}

function notAllowed(error: unknown): void {
  if (!(error instanceof Failure && error.code === 'ALBUM_NOT_ALLOWED')) throw error
}

test('an upload whose bytes are removed again and again is stored once they are left alone, or told to come back', async () => {
  await using site = await openFileSite()
  const { blobs, database } = site.ports
  const bytes = sampleImage(1)
  const uploadWhileRemoved = (times: number) => {
    let left = times
    const removing: typeof blobs = {
      ...blobs,
      async put(staged, address) {
        await blobs.put(staged, address)
        if (left-- <= 0) return
        const untilMs = site.ports.clock() + claimMs
        expect(await database.blobs.beginRemovals([address], 0, untilMs)).toEqual([address])
        await blobs.remove(address)
        await database.blobs.finishRemovals([address], untilMs)
      },
    }
    return uploadTo({ ...site.ports, blobs: removing }, site, bytes)
  }
  await expect(uploadWhileRemoved(Number.POSITIVE_INFINITY)).rejects.toMatchObject({
    facts: { code: 'OVERLOADED', retryAfterSeconds: 1 },
  })
  expect((await uploadWhileRemoved(12)).deduped).toBe(false)
  expect(await withoutBytes(site.ports)).toEqual([])
})

test('bytes that are put again while somebody takes them back, and are refused too, go as well', async () => {
  await using site = await openFileSite()
  const bytes = sampleImage(1)
  const refused = (ports: SitePorts) => uploadTo(ports, { ...site, albumId: 'gone' }, bytes).catch(notAllowed)
  const { blobs } = site.ports
  const claiming = Promise.withResolvers<void>()
  const { database } = site.replica
  const claimed: typeof database.blobs = {
    ...database.blobs,
    async beginRemovals(...claim) {
      const addresses = await database.blobs.beginRemovals(...claim)
      claiming.resolve()
      return addresses
    },
  }
  let second: Promise<unknown> | undefined
  const removing: typeof blobs = {
    ...blobs,
    async remove(address) {
      const removal = await blobs.remove(address)
      second = refused({ ...site.replica, database: { ...database, blobs: claimed } })
      await claiming.promise
      return removal
    },
  }
  await refused({ ...site.ports, blobs: removing })
  await second
  expect(await addressesIn(blobs)).toEqual([])
})

/** The law must hold without the lease too, which can pass to another process while its holder is held up. */
function withoutLease(ports: SitePorts): SitePorts {
  const leases = { take: async () => true, release: async () => {}, endAll: async () => {} }
  return { ...ports, database: { ...ports.database, leases } }
}

async function withoutBytes({ database, blobs }: SitePorts): Promise<string[]> {
  const missing: string[] = []
  for (const { id, file } of (await database.images.list({ limit: 100 })).items) {
    if ((await blobs.stat(file.address)) === undefined) missing.push(id)
  }
  return missing
}

/** What a check finds beyond the harmless leavings of crashes. */
async function check(ports: SitePorts): Promise<Finding[]> {
  const findings: Finding[] = []
  // Young bytes without a row would be watched for a while: the repair looks at them only once.
  await collectGarbage(ports, immediately)
  await checkSite(ports, { report: (finding) => findings.push(finding) })
  return findings.filter(({ kind }) => kind !== 'stale' && kind !== 'orphan')
}

/** The ports, each of whose calls first waits for some turns of the event loop. */
function withPauses(ports: SitePorts, pauses: readonly number[]): SitePorts {
  let calls = 0
  const pause = () => turns(pauses[calls++ % pauses.length] ?? 0)
  return {
    ...ports,
    blobs: paused(ports.blobs, pause, ['stage', 'put', 'remove', 'stat']),
    database: {
      ...ports.database,
      blobs: paused(ports.database.blobs, pause, [
        'removal',
        'removable',
        'beginRemovals',
        'finishRemovals',
        'abandonRemovals',
        'byAddress',
      ]),
      images: paused(ports.database.images, pause, ['record', 'remove', 'collect', 'duplicateOf']),
    },
  }
}

function paused<T extends object>(port: T, pause: () => Promise<void>, names: readonly (keyof T)[]): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || !names.includes(name as keyof T)) return value
      return async (...parameters: unknown[]) => {
        await pause()
        return (value as (...given: unknown[]) => unknown).apply(target, parameters)
      }
    },
  })
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

async function addressesIn(blobs: SitePorts['blobs']): Promise<string[]> {
  const addresses: string[] = []
  for await (const { address } of blobs.list()) addresses.push(address)
  return addresses
}
