import { expect, test } from 'bun:test'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { png } from '@pictoglyph/media/test/build/png'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { deleteImages } from '../../src/images/images.ts'
import { parseAddress } from '../../src/network/address.ts'
import { dismissReports, fileReport, findReportable, maxReportNote } from '../../src/reports/reports.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

async function reportedSite() {
  const site = await openSiteOnDisk()
  let nowMs = 0
  const limiter = createMemoryLimiter({ clock: () => nowMs })
  const { image } = await upload(site.ports, site.incoming({ file: png(1, 1) }))
  let callers = 0
  return {
    ...site,
    image,
    report: (change: { imageId?: string; reason?: string; note?: string } = {}, from?: string) =>
      fileReport({ ...site.ports, limiter }, parseAddress(from ?? `192.0.2.${++callers}`), {
        ...{ imageId: image.id, reason: 'privacy', note: 'My face' },
        ...change,
      }),
    passMinute() {
      nowMs += 60_000
    },
    waiting: () => site.ports.database.reports.ofImage(image.id),
    async [Symbol.asyncDispose]() {
      await limiter.close()
      await site[Symbol.asyncDispose]()
    },
  }
}

test('nothing can be reported until the policy says so, nor what is deleted', async () => {
  await using site = await reportedSite()
  await expect(site.report()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await site.setPolicy('site.reports', 'on')
  expect(await findReportable(site.ports, site.image.id)).toMatchObject({ id: site.image.id })
  await deleteImages(site.ports, commandActor, site.admin.id, [site.image.id])
  await expect(site.report()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a report is kept as it was said, until an operator dismisses it', async () => {
  await using site = await reportedSite()
  await site.setPolicy('site.reports', 'on')
  await site.report()
  const said = { imageId: site.image.id, reason: 'privacy', note: 'My face', atMs: site.clock.nowMs }
  expect(await site.waiting()).toEqual([expect.objectContaining(said)])
  await dismissReports(site.ports, commandActor, site.image.id)
  expect(await site.waiting()).toEqual([])
  const again = dismissReports(site.ports, commandActor, site.image.id)
  await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a report has a reason that can be chosen and a note of a bounded length', async () => {
  await using site = await reportedSite()
  await site.setPolicy('site.reports', 'on')
  for (const [field, value] of Object.entries({ reason: 'ugly', note: 'n'.repeat(maxReportNote + 1) })) {
    await expect(site.report({ [field]: value })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      facts: { field },
    })
  }
  await site.report({ note: 'n'.repeat(maxReportNote) })
  expect(await site.waiting()).toHaveLength(1)
})

test('one address reports five times a minute, and of one image twenty reports wait', async () => {
  await using site = await reportedSite()
  await site.setPolicy('site.reports', 'on')
  for (let time = 0; time < 5; time++) await site.report({}, '198.51.100.1')
  await expect(site.report({}, '198.51.100.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  while ((await site.waiting()).length < 20) await site.report()
  await expect(site.report()).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('nobody silences the reports about an image with reports of their own', async () => {
  await using site = await reportedSite()
  await site.setPolicy('site.reports', 'on')
  for (let time = 0; time < 30; time++) {
    site.passMinute()
    const host = time.toString(16)
    await site.report({ note: `Fine ${time}` }, time % 2 === 0 ? '203.0.113.9' : `2001:db8::${host}`)
  }
  const notes = (await site.waiting()).map(({ note }) => note)
  expect(notes.toSorted()).toEqual(['Fine 28', 'Fine 29'])
  await site.report({ note: 'My face' })
  expect(await site.waiting()).toHaveLength(3)
})
