import { expect, test } from 'bun:test'
import {
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CheckOptions, checkSite } from '@pictoglyph/site/care/check-site'
import { collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import type { Finding } from '@pictoglyph/site/care/findings'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { auditOf, type FileSite, openFileSite, uploadTo } from '../site/file-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'

async function check(site: SitePorts, options: Omit<CheckOptions, 'report'> = {}) {
  const findings: Finding[] = []
  const summary = await checkSite(site, { ...options, report: (finding) => findings.push(finding) })
  return { summary, findings }
}

const pathOf = ({ directory }: FileSite, address: string) =>
  join(directory, 'blobs', address.slice(0, 2), address.slice(2))

function flip(path: string): void {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = bytes[bytes.length >> 1]! ^ 1
  writeFileSync(path, bytes)
}

/** Bytes that no row names, stored an hour ago. */
async function plantOrphan(site: FileSite, seed: number): Promise<string> {
  const bytes = sampleImage(seed)
  const path = pathOf(site, sha256Of(bytes))
  await mkdir(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  const anHourAgo = Date.now() / 1_000 - 3_600
  utimesSync(path, anHourAgo, anHourAgo)
  return sha256Of(bytes)
}

async function uploadMany(site: FileSite, count: number) {
  return Promise.all(
    Array.from({ length: count }, (_, seed) => uploadTo(site.ports, site, sampleImage(seed))),
  )
}

async function collect(site: FileSite, ids: string[]): Promise<void> {
  const nowMs = site.ports.clock()
  await site.ports.database.images.remove(ids, nowMs - 1, auditOf('image.delete'))
  await site.ports.database.images.collect(nowMs, nowMs - 1)
}

test('a site without damage has no findings', async () => {
  await using site = await openFileSite()
  const uploads = await uploadMany(site, 20)
  const { summary, findings } = await check(site.ports)
  expect(findings).toEqual([])
  const bytes = uploads.reduce((sum, { image }) => sum + image.file.sizeBytes, 0)
  expect(summary).toEqual({ blobs: 20, bytes, problems: 0, repaired: 0, harmless: 0, clearedUploads: 0 })
})

test('each planted damage is found once, with its kind and its images', async () => {
  await using site = await openFileSite()
  const images = (await uploadMany(site, 12)).map(({ image }) => image)
  const [flipped, cut, grown, emptied, lost, stale] = images as [...typeof images, never]
  flip(pathOf(site, flipped!.file.address))
  truncateSync(pathOf(site, cut!.file.address), 100)
  writeFileSync(pathOf(site, grown!.file.address), 'more', { flag: 'a' })
  truncateSync(pathOf(site, emptied!.file.address), 0)
  rmSync(pathOf(site, lost!.file.address))
  await collect(site, [stale!.id])
  rmSync(pathOf(site, stale!.file.address))
  const orphan = await plantOrphan(site, 100)

  const { summary, findings } = await check(site.ports)
  const found = findings.map(({ kind, address, imageIds }) => ({ kind, address, imageIds }))
  const of = (kind: Finding['kind'], image: (typeof images)[number]) => ({
    kind,
    address: image.file.address,
    imageIds: [image.id],
  })
  const expected = [
    of('altered', flipped!),
    of('resized', cut!),
    of('resized', grown!),
    of('resized', emptied!),
    of('lost', lost!),
    { kind: 'stale' as const, address: stale!.file.address, imageIds: [] },
    { kind: 'orphan' as const, address: orphan, imageIds: [] },
  ]
  const byAddress = (a: { address: string }, b: { address: string }) => (a.address < b.address ? -1 : 1)
  expect(found.sort(byAddress)).toEqual(expected.sort(byAddress))
  expect(summary).toMatchObject({ problems: 7, repaired: 0, harmless: 2 })
})

test('bytes that the store fails to read are told as such, with why', async () => {
  await using site = await openFileSite()
  const [unreadable] = (await uploadMany(site, 2)).map(({ image }) => image)
  const path = pathOf(site, unreadable!.file.address)
  rmSync(path)
  // Of a process's memory, the first page can't be read.
  symlinkSync('/proc/self/mem', path)
  const { findings } = await check(site.ports)
  expect(findings).toMatchObject([
    { kind: 'unreadable', imageIds: [unreadable!.id], detail: expect.stringMatching(/EIO|I\/O/) },
  ])
})

test('bytes of an upload under way are no orphan, and neither told nor removed', async () => {
  await using site = await openFileSite()
  const bytes = sampleImage(1)
  await using staged = await site.replica.blobs.stage()
  await staged.write(bytes)
  await site.replica.blobs.put(staged, sha256Of(bytes))
  let upload: Promise<unknown> | undefined
  const finish = () => {
    upload = uploadTo(site.replica, site, bytes)
  }
  const { findings } = await check(site.ports, {
    repair: true,
    progress: () => ({ advance() {}, finish }),
  })
  expect(findings).toEqual([])
  await upload
  expect(await site.ports.blobs.stat(sha256Of(bytes))).toEqual({ sizeBytes: bytes.length })
})

test('bytes of an upload that were taken back meanwhile are no orphan', async () => {
  await using site = await openFileSite()
  const orphan = await plantOrphan(site, 1)
  utimesSync(pathOf(site, orphan), Date.now() / 1_000, Date.now() / 1_000)
  const finish = () => rmSync(pathOf(site, orphan))
  const { findings } = await check(site.ports, { progress: () => ({ advance() {}, finish }) })
  expect(findings).toEqual([])
})

test('bytes that got no row in the time of an upload are told once that is over', async () => {
  await using site = await openFileSite()
  const orphan = await plantOrphan(site, 1)
  const almostOver = Date.now() / 1_000 - 14
  utimesSync(pathOf(site, orphan), almostOver, almostOver)
  const { findings } = await check(site.ports, { repair: true })
  expect(findings).toMatchObject([{ kind: 'orphan', address: orphan, repaired: true }])
  expect(await site.ports.blobs.stat(orphan)).toBeUndefined()
})

test('a repair clears away what uploads of processes that died have left, and a look does not', async () => {
  await using site = await openFileSite()
  const left = join(site.directory, 'blobs/staging/elsewhere-1-left')
  writeFileSync(left, 'half an upload')
  const anHourAgo = Date.now() / 1_000 - 3_600
  utimesSync(left, anHourAgo, anHourAgo)
  expect((await check(site.ports)).summary).toMatchObject({ clearedUploads: 0 })
  expect(existsSync(left)).toBe(true)
  expect((await check(site.ports, { repair: true })).summary).toMatchObject({ clearedUploads: 1 })
  expect(existsSync(left)).toBe(false)
})

test('progress is told of every row, and ended where the check fails too', async () => {
  await using site = await openFileSite()
  await uploadMany(site, 20)
  await plantOrphan(site, 100)
  const told: unknown[] = []
  const watch: CheckOptions['progress'] = (label, total) => {
    let done = 0
    return {
      advance: (count) => {
        done += count
      },
      finish: () => told.push([label, total, done]),
    }
  }
  await check(site.ports, { progress: watch })
  expect(told).toEqual([['Checking', 20, 20]])
  rmSync(join(site.directory, 'blobs'), { recursive: true })
  expect(await check(site.ports, { progress: watch }).catch((error: unknown) => error)).toMatchObject({
    code: 'STORAGE_FAILED',
  })
  expect(told).toHaveLength(2)
})

test('without reading bytes, sizes and losses are still found', async () => {
  await using site = await openFileSite()
  const [cut, lost, flipped] = (await uploadMany(site, 3)).map(({ image }) => image)
  truncateSync(pathOf(site, cut!.file.address), 100)
  rmSync(pathOf(site, lost!.file.address))
  flip(pathOf(site, flipped!.file.address))
  const { summary, findings } = await check(site.ports, { quick: true })
  expect(findings.map(({ kind }) => kind).sort()).toEqual(['lost', 'resized'])
  expect(summary.bytes).toBe(0)
})

test('all images that share damaged bytes are named, deleted ones included', async () => {
  await using site = await openFileSite()
  const { image } = await uploadTo(site.ports, site, sampleImage(1))
  await site.ports.database.images.remove([image.id], site.ports.clock(), auditOf('image.delete'))
  const again = await uploadTo(site.replica, site, sampleImage(1))
  flip(pathOf(site, image.file.address))
  const { findings } = await check(site.ports)
  expect(findings.map(({ imageIds }) => imageIds.toSorted())).toEqual([[image.id, again.image.id].toSorted()])
})

test('a repair removes what nobody needs and leaves damaged bytes of images alone', async () => {
  await using site = await openFileSite()
  const [flipped, lost, stale] = (await uploadMany(site, 3)).map(({ image }) => image)
  flip(pathOf(site, flipped!.file.address))
  const damaged = readFileSync(pathOf(site, flipped!.file.address))
  rmSync(pathOf(site, lost!.file.address))
  await collect(site, [stale!.id])
  rmSync(pathOf(site, stale!.file.address))
  const orphan = await plantOrphan(site, 100)
  const { findings, summary } = await check(site.ports, { repair: true })
  expect(summary).toMatchObject({ problems: 4, repaired: 2, harmless: 0 })
  const repaired = Object.fromEntries(findings.map((finding) => [finding.kind, finding.repaired]))
  expect(repaired).toEqual({ altered: false, lost: false, stale: true, orphan: true })
  expect(await site.ports.blobs.stat(orphan)).toBeUndefined()
  expect(sha256Of(readFileSync(pathOf(site, flipped!.file.address)))).toEqual(sha256Of(damaged))
  const later = await check(site.replica)
  expect(later.findings.map(({ kind }) => kind).sort()).toEqual(['altered', 'lost'])
})

test('sending the same files again heals what was damaged or lost', async () => {
  await using site = await openFileSite()
  const [flipped, lost] = (await uploadMany(site, 2)).map(({ image }) => image)
  flip(pathOf(site, flipped!.file.address))
  rmSync(pathOf(site, lost!.file.address))
  await uploadMany(site, 2)
  expect((await check(site.ports)).findings).toEqual([])
})

test('nothing is reported while uploads, deletions and collections go on beside it', async () => {
  await using site = await openFileSite()
  let isOver = false
  let seed = 0
  async function upload(ports: SitePorts): Promise<void> {
    while (!isOver) {
      const { image } = await uploadTo(ports, site, sampleImage(seed++ % 60))
      if (seed % 3 === 0) {
        await ports.database.images.remove([image.id], ports.clock(), auditOf('image.delete')).catch(notFound)
      }
    }
  }
  async function collect(): Promise<void> {
    while (!isOver) {
      site.clock.aheadMs += 1
      await collectGarbage(site.replica, { deletedForMs: 0, releasedForMs: 0 })
    }
  }
  // Another upload of the same bytes may have been deleted and forgotten meanwhile.
  function notFound(): void {}

  const traffic = Promise.all([upload(site.ports), upload(site.replica), upload(site.ports), collect()])
  const findings: Finding[] = []
  for (let round = 0; round < 6; round++) findings.push(...(await check(site.ports)).findings)
  isOver = true
  await traffic
  expect(findings).toEqual([])
}, 30_000)
