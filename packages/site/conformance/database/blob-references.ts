import { expect, test } from 'bun:test'
import { audit, type MakeDatabase, openSite, type Site, sha256, startMs } from './fixture.ts'

export function blobReferenceLaws(make: MakeDatabase): void {
  test('a blob is needed while an image names it, deleted ones included, and released with the last', async () => {
    await using site = await openSite(make)
    const { blobs, images } = site.database
    const { image } = await site.upload()
    const sharing = await site.upload({ file: image.file, ownerId: site.bob.id })
    const row = { file: image.file, createdAtMs: startMs, releasedAtMs: null, removingUntilMs: null }
    expect(await site.replica.blobs.byAddress(image.file.address)).toEqual(row)
    await collect(site, [image.id])
    expect(await blobs.byAddress(image.file.address)).toEqual(row)
    await collect(site, [sharing.image.id])
    expect(await blobs.byAddress(image.file.address)).toEqual({ ...row, releasedAtMs: startMs })
    expect(await images.byIdWithDeleted(image.id)).toBeUndefined()
    expect(await blobs.removable(startMs, 5)).toEqual([])
    expect(await blobs.removable(startMs + 1, 5)).toEqual([image.file.address])
  })

  test('a blob whose images are all collected at once is released with them', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    const sharing = await site.upload({ file: image.file, ownerId: site.bob.id })
    await collect(site, [image.id, sharing.image.id])
    expect(await site.database.blobs.byAddress(image.file.address)).toMatchObject({ releasedAtMs: startMs })
    expect(await site.database.blobs.removable(startMs + 1, 5)).toEqual([image.file.address])
  })

  test('a needed blob, and one released too lately, can not be removed', async () => {
    await using site = await openSite(make)
    const { blobs } = site.database
    const { image } = await site.upload()
    const { address } = image.file
    expect(await blobs.beginRemovals([address], startMs + 9, startMs + 99)).toEqual([])
    await collect(site, [image.id])
    expect(await blobs.beginRemovals([address], startMs, startMs + 99)).toEqual([])
    expect(await blobs.beginRemovals([address], startMs + 1, startMs + 99)).toEqual([address])
    expect(await blobs.beginRemovals([address], startMs + 1, startMs + 99)).toEqual([])
    await blobs.finishRemovals([address], startMs + 99)
    expect(await blobs.byAddress(address)).toBeUndefined()
  })

  test('an upload during a removal learns of it and records nothing, and succeeds once it is done', async () => {
    await using site = await openSite(make)
    const { blobs, images } = site.database
    const { image } = await site.upload()
    const { file, receivedSha256 } = image
    await collect(site, [image.id])
    await blobs.beginRemovals([file.address], startMs + 1, startMs + 50)
    const draft = site.draft({
      file,
      receivedSha256,
      idempotency: { keyId: 'k', token: 't', fingerprint: 'f' },
    })
    expect(await images.record(draft)).toEqual({ kind: 'blobRemoving', untilMs: startMs + 50 })
    expect(await images.byIdWithDeleted(draft.id)).toBeUndefined()
    expect(
      await images.duplicateOf({
        receivedSha256,
        ownerId: site.ann.id,
        dedupScope: 'owner',
        expiresAtMs: null,
      }),
    ).toBeUndefined()
    expect(await images.byIdempotency('k', 't')).toBeUndefined()
    expect(await site.database.repairs.strayClaims(null, 5)).toEqual({ claims: [], next: null })
    expect(await site.database.users.usage(site.ann.id)).toEqual({
      images: 0,
      bytes: 0,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
    expect(await blobs.removal(file.address)).toEqual({ count: 1, underWayUntilMs: startMs + 50 })
    await blobs.finishRemovals([file.address], startMs + 50)
    expect(await site.replica.blobs.removal(file.address)).toEqual({ count: 1, underWayUntilMs: null })
    expect((await images.record({ ...draft, removalsSeen: 1 })).kind).toBe('created')
  })

  test('an upload whose bytes were put before a whole removal learns of it and records nothing', async () => {
    await using site = await openSite(make)
    const { blobs, images } = site.database
    const { image } = await site.upload()
    await collect(site, [image.id])
    const { file, receivedSha256 } = image
    const draft = site.draft({ file, receivedSha256, removalsSeen: 0 })
    await blobs.beginRemovals([file.address], startMs + 1, startMs + 50)
    await blobs.finishRemovals([file.address], startMs + 50)
    expect(await images.record(draft)).toEqual({ kind: 'blobRemoving', untilMs: startMs })
    expect(await images.byIdWithDeleted(draft.id)).toBeUndefined()
    expect((await images.record({ ...draft, removalsSeen: 1 })).kind).toBe('created')
    expect((await site.upload({ file, ownerId: site.bob.id })).kind).toBe('created')
  })

  test('a removal is remembered for a day, is no work for a collector, and is then forgotten', async () => {
    await using site = await openSite(make)
    const { blobs } = site.database
    const [first, second] = [await site.upload(), await site.upload()]
    await collect(site, [first.image.id, second.image.id])
    const remove = async (address: string) => {
      await blobs.beginRemovals([address], site.clock.nowMs, site.clock.nowMs + 50)
      await blobs.finishRemovals([address], site.clock.nowMs + 50)
    }
    site.clock.nowMs = startMs + 1
    await remove(first.image.file.address)
    expect(await blobs.removable(site.clock.nowMs, 5)).toEqual([second.image.file.address])
    site.clock.nowMs += 25 * 60 * 60 * 1000
    expect(await blobs.removal(first.image.file.address)).toEqual({ count: 1, underWayUntilMs: null })
    await remove(second.image.file.address)
    expect(await blobs.removal(first.image.file.address)).toEqual({ count: 0, underWayUntilMs: null })
    expect(await blobs.removal(second.image.file.address)).toEqual({ count: 1, underWayUntilMs: null })
  })

  test('a removal that was not finished in time no longer stands: an upload revives the blob', async () => {
    await using site = await openSite(make)
    const { blobs } = site.database
    const { image } = await site.upload()
    const { file } = image
    await collect(site, [image.id])
    await blobs.beginRemovals([file.address], startMs + 1, startMs + 50)
    site.clock.nowMs = startMs + 50
    expect(await blobs.removal(file.address)).toEqual({ count: 1, underWayUntilMs: null })
    await site.upload({ file, removalsSeen: 1 })
    await blobs.finishRemovals([file.address], startMs + 50)
    expect(await blobs.byAddress(file.address)).toMatchObject({ releasedAtMs: null, removingUntilMs: null })
    expect(await blobs.beginRemovals([file.address], startMs + 99, startMs + 199)).toEqual([])
  })

  test('who removed too slowly does not end the removal that someone else has begun since', async () => {
    await using site = await openSite(make)
    const { database, replica } = site
    const released = (await site.upload()).image.file
    const orphan = site.draft().file
    await collect(
      site,
      (await database.images.list({ limit: 9 })).items.map(({ id }) => id),
    )
    for (const file of [released, orphan]) {
      site.clock.nowMs = startMs + 1
      expect(await database.blobs.beginRemovals([file.address], startMs + 1, startMs + 50)).toEqual([
        file.address,
      ])
      site.clock.nowMs = startMs + 50
      expect(await replica.blobs.beginRemovals([file.address], startMs + 1, startMs + 99)).toEqual([
        file.address,
      ])
      await database.blobs.finishRemovals([file.address], startMs + 50)
      expect(await replica.blobs.removal(file.address)).toEqual({ count: 2, underWayUntilMs: startMs + 99 })
      const draft = site.draft({ file, removalsSeen: 2 })
      expect(await database.images.record(draft)).toEqual({ kind: 'blobRemoving', untilMs: startMs + 99 })
      await replica.blobs.finishRemovals([file.address], startMs + 99)
      expect(await database.blobs.removal(file.address)).toEqual({ count: 2, underWayUntilMs: null })
      expect((await database.images.record(draft)).kind).toBe('created')
    }
  })

  test('bytes without a row can be claimed too, and are no blob of the site meanwhile', async () => {
    await using site = await openSite(make)
    const { blobs, images } = site.database
    const draft = site.draft()
    const { address } = draft.file
    expect(await blobs.beginRemovals([address], startMs, startMs + 50)).toEqual([address])
    expect(await blobs.byAddress(address)).toBeUndefined()
    expect(await blobs.list(null, 9)).toEqual([])
    expect((await images.record(draft)).kind).toBe('blobRemoving')
    site.clock.nowMs += 50
    expect(await blobs.removable(startMs, 5)).toEqual([address])
    await blobs.finishRemovals([address], startMs + 50)
    await blobs.finishRemovals([sha256('unknown')], startMs + 50)
    expect((await images.record({ ...draft, removalsSeen: 1 })).kind).toBe('created')
    expect(await blobs.beginRemovals([address], startMs, startMs + 50)).toEqual([])
  })

  test('bytes that came back after a removal, and have no row, can be claimed again at once', async () => {
    await using site = await openSite(make)
    const { blobs } = site.database
    const { address } = site.draft().file
    for (const untilMs of [startMs + 50, startMs + 60]) {
      expect(await blobs.beginRemovals([address], 0, untilMs)).toEqual([address])
      expect(await site.replica.blobs.beginRemovals([address], 0, untilMs + 1)).toEqual([])
      await blobs.finishRemovals([address], untilMs)
    }
    const { image } = await site.upload()
    await collect(site, [image.id])
    expect(await blobs.beginRemovals([image.file.address], 0, startMs + 50)).toEqual([])
  })

  test('all blobs are walked in order of address', async () => {
    await using site = await openSite(make)
    const addresses: string[] = []
    for (let index = 0; index < 7; index++) addresses.push((await site.upload()).image.file.address)
    const walked: string[] = []
    for (let after: string | null = null; ; after = walked.at(-1) ?? null) {
      const rows = await site.database.blobs.list(after, 3)
      walked.push(...rows.map(({ file }) => file.address))
      if (rows.length < 3) break
    }
    expect(walked).toEqual(addresses.sort())
  })
}

/** Deletes and collects, so that no row is left. */
async function collect(site: Site, ids: string[]): Promise<void> {
  await site.database.images.remove(ids, startMs - 1, audit('image.remove', 'x'))
  await site.database.images.collect(startMs, startMs)
}
