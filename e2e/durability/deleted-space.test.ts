import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import { deleteForGood, deleteImages } from '@pictoglyph/site/images'
import { Failure } from '@pictoglyph/site/language/failure'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { auditOf, openFileSite, uploadTo } from '../site/file-site.ts'
import { sampleImage } from '../site/sample-image.ts'

const hourMs = 60 * 60 * 1000
const imageBytes = sampleImage(0).length
const quotaBytes = 10 * imageBytes

test('whoever uploads and deletes all day fills no disk, and gets the space back within hours', async () => {
  await using site = await openFileSite()
  const { database } = site.ports
  await database.users.update(site.owner.id, { quotaBytes }, auditOf('user.quota'))
  const as = { owner: { ...site.owner, quotaBytes }, categoryId: site.categoryId }
  let uploads = 0
  let maxBytes = 0

  async function uploadAndDeleteUntilRefused(): Promise<void> {
    for (;;) {
      const bytes = sampleImage(uploads)
      const recorded = await uploadTo(site.ports, as, bytes).catch(quotaExceeded)
      maxBytes = Math.max(maxBytes, await storedBytes(site.ports))
      expect(maxBytes).toBeLessThanOrEqual(9 * quotaBytes)
      if (!('image' in recorded)) return
      uploads += 1
      await database.images.remove([recorded.image.id], site.ports.clock(), auditOf('image.delete'))
    }
  }

  async function nextHour(): Promise<void> {
    site.clock.aheadMs += hourMs
    await collectGarbage(site.ports, { orphanedForMs: null })
  }

  for (let hour = 0; hour < 24; hour++) {
    await uploadAndDeleteUntilRefused()
    await nextHour()
  }
  expect(uploads).toBeGreaterThan(10 * (quotaBytes / imageBytes))
  expect(maxBytes).toBeGreaterThan(3 * quotaBytes)
  for (let hour = 0; hour < 3; hour++) await nextHour()
  expect(await storedBytes(site.ports)).toBe(quotaBytes)
})

test('whoever uploads and deletes for good all day is never refused, and never takes up more than that', async () => {
  await using site = await openFileSite()
  await site.ports.database.users.update(site.owner.id, { quotaBytes: imageBytes }, auditOf('user.quota'))
  const as = { owner: { ...site.owner, quotaBytes: imageBytes }, categoryId: site.categoryId }
  for (let uploads = 0; uploads < 30; uploads++) {
    const { image } = await uploadTo(site.ports, as, sampleImage(uploads))
    expect(await storedBytes(site.ports)).toBeLessThanOrEqual(imageBytes)
    const ofOwner = [site.ports, commandActor, site.owner.id, [image.id]] as const
    await deleteImages(...ofOwner)
    expect(await deleteForGood(...ofOwner)).toEqual({ filesLeft: 0 })
  }
  expect(await storedBytes(site.ports)).toBe(0)
})

function quotaExceeded(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'QUOTA_EXCEEDED') return error
  throw error
}

async function storedBytes({ blobs }: Pick<SitePorts, 'blobs'>): Promise<number> {
  let bytes = 0
  for await (const { sizeBytes } of blobs.list()) bytes += sizeBytes
  return bytes
}
