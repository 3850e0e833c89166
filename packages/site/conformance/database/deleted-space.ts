import { expect, test } from 'bun:test'
import { Failure } from '../../src/language/failure.ts'
import type { Image } from '../../src/language/records.ts'
import { audit, type MakeDatabase, openSite, type Site, startMs, storedFile } from './fixture.ts'

export function deletedSpaceLaws(make: MakeDatabase): void {
  test('uploading and deleting in turns ends at three times the quota, and goes on once the oldest are forgotten', async () => {
    await using site = await openSite(make)
    await setQuota(site, 2_500)
    const kept = await uploadAndDelete(site, 20)
    expect(kept).toHaveLength(6)
    expect(await refusalOf(site)).toEqual({ code: 'QUOTA_EXCEEDED', quotaBytes: 2_500, deletedBytes: 6_000 })
    expect((await site.upload({ ownerId: site.bob.id })).kind).toBe('created')
    expect(await site.replica.images.collectBeyondQuotas(site.clock.nowMs + 1, site.clock.nowMs)).toBe(4)
    expect(await deletedIds(site)).toEqual(kept.slice(4).reverse())
    expect(await site.database.users.usage(site.ann.id)).toMatchObject({ images: 0, deletedBytes: 2_000 })
    const { blobs } = site.database
    expect(await blobs.removable(site.clock.nowMs + 1, 9)).toHaveLength(4)
    expect((await site.upload()).kind).toBe('created')
  })

  test('who has no room for an upload, whatever was deleted, is not told to wait', async () => {
    await using site = await openSite(make)
    await setQuota(site, 2_500)
    await uploadAndDelete(site, 20)
    for (const quotaBytes of [999, 0]) {
      await setQuota(site, quotaBytes)
      expect(await refusalOf(site)).toEqual({ code: 'QUOTA_EXCEEDED', quotaBytes })
    }
  })

  test('it ends there under uploads and deletions at the same time too', async () => {
    await using site = await openSite(make)
    await setQuota(site, 2_500)
    let isFull = false
    const loops = [site.database, site.replica, site.database, site.replica].map(async ({ images }) => {
      for (let round = 0; !isFull && round < 100; round++) {
        const outcome = await images.record(site.draft()).catch((error: unknown) => {
          const facts = quotaExceeded(error)
          isFull ||= facts.deletedBytes !== undefined
        })
        if (outcome?.kind === 'created')
          await images.remove([outcome.image.id], startMs, audit('image.remove', 'x'))
      }
    })
    await Promise.all(loops)
    const { bytes, deletedBytes } = await site.database.users.usage(site.ann.id)
    expect(bytes + deletedBytes).toBeGreaterThan(5_000)
    expect(bytes + deletedBytes).toBeLessThanOrEqual(7_500)
  })

  test('what was deleted lately stays, and so does all that has no quota or is no more than it', async () => {
    await using site = await openSite(make)
    await uploadAndDelete(site, 4)
    const theirs = await site.upload({ ownerId: site.bob.id })
    await site.database.images.remove([theirs.image.id], startMs, audit('image.remove', 'x'))
    const { images } = site.database
    const later = site.clock.nowMs + 1
    expect(await images.collectBeyondQuotas(later, later)).toBe(0)
    await setQuota(site, 1_000)
    expect(await images.collectBeyondQuotas(startMs, later)).toBe(0)
    expect(await images.collectBeyondQuotas(startMs + 2, later)).toBe(2)
    expect(await images.collectBeyondQuotas(later, later)).toBe(1)
    expect(await images.collectBeyondQuotas(later, later)).toBe(0)
    expect(await images.byIdWithDeleted(theirs.image.id)).toBeDefined()
  })

  test('images of no more bytes than the quota are kept, however many had to be collected', async () => {
    await using site = await openSite(make)
    const all: Image[] = []
    for (let index = 0; index < 330; index++) {
      all.push((await site.upload({ file: storedFile(`small ${index}`, 10) })).image)
    }
    const ids = all.map(({ id }) => id)
    await site.database.images.remove(ids, startMs, audit('image.remove', 'x'))
    await setQuota(site, 1_095)
    expect(await site.database.images.collectBeyondQuotas(startMs + 1, startMs)).toBe(221)
    expect(await deletedIds(site)).toHaveLength(109)
  })

  test('bytes that somebody else needs stay when the owner of a copy has deleted too much', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await site.upload({ ownerId: site.bob.id, file: image.file })
    await site.database.images.remove([image.id], startMs, audit('image.remove', 'x'))
    await setQuota(site, 0)
    expect(await site.database.images.collectBeyondQuotas(startMs + 1, startMs)).toBe(1)
    expect(await site.database.blobs.byAddress(image.file.address)).toMatchObject({ releasedAtMs: null })
  })

  test('where too much is counted as deleted, it is counted anew and nobody is kept out', async () => {
    await using site = await openSite(make)
    await setQuota(site, 2_500)
    const kept = await uploadAndDelete(site, 2)
    await site.damage(`INSERT INTO image_counters VALUES ('deleted:${site.ann.id}', 99, 9, 9000)`)
    expect(await refusalOf(site)).toMatchObject({ deletedBytes: 11_000 })
    expect(await site.database.images.collectBeyondQuotas(startMs + 9, startMs)).toBe(0)
    expect(await deletedIds(site)).toEqual(kept.reverse())
    expect((await site.upload()).kind).toBe('created')
  })
}

async function setQuota({ database, ann }: Site, quotaBytes: number): Promise<void> {
  await database.users.update(ann.id, { quotaBytes }, audit('user.quota', ann.id))
}

/**
 * Uploads and deletes `times` times, one millisecond after the other, or until an upload is refused. @returns the ids
 */
async function uploadAndDelete(site: Site, times: number): Promise<string[]> {
  const { images } = site.database
  const ids: string[] = []
  for (let time = 0; time < times; time++) {
    const outcome = await images.record(site.draft()).catch(quotaExceeded)
    if (!('image' in outcome)) break
    await images.remove([outcome.image.id], site.clock.nowMs, audit('image.remove', 'x'))
    ids.push(outcome.image.id)
    site.clock.nowMs += 1
  }
  return ids
}

async function refusalOf(site: Site): Promise<unknown> {
  return quotaExceeded(await site.database.images.record(site.draft()).catch((error: unknown) => error))
}

function quotaExceeded(error: unknown) {
  if (error instanceof Failure && error.facts.code === 'QUOTA_EXCEEDED') return error.facts
  throw error
}

async function deletedIds({ database, ann }: Site): Promise<string[]> {
  const { items } = await database.images.list({ ownerId: ann.id, deletedAfterMs: 0, limit: 500 })
  return items.map(({ id }) => id)
}
