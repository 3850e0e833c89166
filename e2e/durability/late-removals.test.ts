import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type CheckOptions, checkSite } from '@pictoglyph/site/care/check-site'
import { type Collection, collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import type { Finding } from '@pictoglyph/site/care/findings'
import { Failure } from '@pictoglyph/site/language/failure'
import { createS3BlobStore } from '@pictoglyph/stores/s3'
import { auditOf, type FileSite, openFileSite, uploadTo } from '../site/file-site.ts'
import { type ObjectGateway, type RemovalFate, startObjectGateway } from '../site/object-gateway.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'

const minuteMs = 60_000
/** A removal that was not answered stands for less, and nothing that was sent for it is carried out later. */
const claimMs = 21 * minuteMs
/** For so long an upload waits for a removal that stands. */
const patienceMs = 5_000

const neverAnswered = Array<RemovalFate>(9).fill('hold')

interface Removal extends FileSite {
  gateway: ObjectGateway
  bytes: Uint8Array
  address: string
  isStored(): boolean
  upload(isStopping?: () => boolean): Promise<string>
  collect(): Promise<Collection | undefined>
}

/** A site on an object store, with an image that was deleted and whose bytes can be removed now. */
async function openRemoval(...fates: RemovalFate[]): Promise<Removal> {
  await using cleanup = new AsyncDisposableStack()
  const gateway = cleanup.use(await startObjectGateway())
  let stores = 0
  const site = cleanup.use(
    await openFileSite((directory) =>
      createS3BlobStore({
        bucket: 'bucket',
        endpoint: gateway.url,
        region: 'us-east-1',
        prefix: '',
        publicUrl: undefined,
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
        stagingDirectory: join(directory, `staging-${++stores}`),
        requestTimeoutMs: 300,
      }),
    ),
  )
  const bytes = sampleImage(1)
  const { image } = await uploadTo(site.ports, site, bytes)
  const nowMs = site.ports.clock()
  await site.ports.database.images.remove([image.id], nowMs - 1, auditOf('image.delete'))
  await site.ports.database.images.collect(nowMs, nowMs - 1)
  gateway.plan(...fates)
  const held = cleanup.move()
  return {
    ...site,
    gateway,
    bytes,
    address: sha256Of(bytes),
    isStored: () => gateway.objects.has(sha256Of(bytes)),
    async upload(isStopping) {
      return (await uploadTo(site.replica, site, bytes, isStopping)).image.id
    },
    collect: () => collectGarbage(site.ports, { deletedForMs: 0, releasedForMs: 0, orphanedForMs: null }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function failureOf(work: Promise<unknown>): Promise<Failure | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Whatever was acknowledged still stands when all that was sent has been carried out, and afterwards. */
async function expectNoLoss(site: Removal): Promise<void> {
  const refused = await failureOf(site.upload(() => true))
  site.gateway.carryOut()
  if (refused === undefined) expect(site.isStored()).toBe(true)
  else {
    expect(refused.facts).toMatchObject({ code: 'OVERLOADED' })
    site.clock.aheadMs += claimMs
    await site.upload()
  }
  expect(site.isStored()).toBe(true)
  expect(await check(site)).toEqual([])
}

async function check({ replica }: FileSite, options: Omit<CheckOptions, 'report'> = {}): Promise<Finding[]> {
  const findings: Finding[] = []
  await checkSite(replica, { ...options, report: (finding) => findings.push(finding) })
  return findings
}

test('a removal that is never answered and takes effect minutes later takes no acknowledged upload', async () => {
  await using site = await openRemoval(...neverAnswered)
  expect(await failureOf(site.collect())).toMatchObject({ code: 'STORAGE_FAILED' })
  expect(site.gateway.removals).toBeGreaterThan(1)
  site.clock.aheadMs += 15 * minuteMs
  await expectNoLoss(site)
}, 30_000)

const unanswered: [string, RemovalFate][] = [
  ['answered too late', 'hold'],
  ['cut off', 'break'],
  ['given up by a proxy', 'fail'],
]

for (const [name, fate] of unanswered) {
  test(`a removal that was ${name} and succeeds when it is sent again takes no acknowledged upload`, async () => {
    await using site = await openRemoval(fate)
    await site.collect()
    expect(site.isStored()).toBe(false)
    await expectNoLoss(site)
  }, 30_000)
}

test('a removal is not sent again when its time for that is over', async () => {
  await using site = await openRemoval(...neverAnswered)
  site.gateway.onRemoval = () => {
    site.clock.aheadMs += minuteMs
  }
  expect(await failureOf(site.collect())).toMatchObject({ code: 'STORAGE_FAILED' })
  expect(site.gateway.removals).toBe(1)
})

test('nobody waits for a removal that was answered, be it after a refusal', async () => {
  for (const fates of [[], ['refuse'], ['refuse', 'refuse']] as const) {
    await using site = await openRemoval(...fates)
    expect(await site.collect()).toMatchObject({ removedBlobs: 1 })
    expect(site.isStored()).toBe(false)
    const startedAtMs = performance.now()
    await site.upload()
    expect(performance.now() - startedAtMs).toBeLessThan(patienceMs - 1_000)
    expect(site.isStored()).toBe(true)
  }
})

test('an upload of bytes whose removal stands is refused within seconds and told when to come back', async () => {
  await using site = await openRemoval(...neverAnswered)
  await failureOf(site.collect())
  const startedAtMs = performance.now()
  const refused = await failureOf(site.upload())
  const waitedMs = performance.now() - startedAtMs
  expect(waitedMs).toBeWithin(2_000, 3 * patienceMs)
  if (refused?.facts.code !== 'OVERLOADED') throw new Error(`Refused with ${refused?.code}.`)
  expect(refused.facts.retryAfterSeconds).toBeGreaterThan(60)
  site.clock.aheadMs += refused.facts.retryAfterSeconds * 1_000
  await site.upload()
  expect((await site.ports.blobs.stat(site.address))?.sizeBytes).toBe(site.bytes.length)
}, 30_000)

test('an upload waits no longer once its server stops', async () => {
  await using site = await openRemoval(...neverAnswered)
  await failureOf(site.collect())
  let isStopping = false
  setTimeout(() => {
    isStopping = true
  }, 300)
  const startedAtMs = performance.now()
  expect(await failureOf(site.upload(() => isStopping))).toMatchObject({ code: 'OVERLOADED' })
  expect(performance.now() - startedAtMs).toBeLessThan(patienceMs - 1_000)
})

test('a repair leaves a removal that stands alone, and once it has ended the bytes are collected', async () => {
  await using site = await openRemoval(...neverAnswered)
  await failureOf(site.collect())
  const { underWayUntilMs } = await site.ports.database.blobs.removal(site.address)
  expect(underWayUntilMs).not.toBeNull()
  expect(await check(site, { repair: true })).toEqual([])
  expect((await site.replica.database.blobs.removal(site.address)).underWayUntilMs).toBe(underWayUntilMs)
  site.gateway.plan()
  site.clock.aheadMs += claimMs
  expect(await site.collect()).toMatchObject({ removedBlobs: 1 })
  expect(site.isStored()).toBe(false)
  expect(await site.replica.database.blobs.byAddress(site.address)).toBeUndefined()
})
