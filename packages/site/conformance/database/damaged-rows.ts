import { expect, test } from 'bun:test'
import { audit, type MakeDatabase, openSite, type Site, startMs } from './fixture.ts'

export function damagedRowLaws(make: MakeDatabase): void {
  test('what images or renditions name without a row is found in order, and in whole rows nothing is', async () => {
    await using site = await openSite(make)
    const [lost, shared, kept, source] = await uploads(site, 4)
    await site.upload({ file: shared.file, ownerId: site.bob.id })
    const rendition = await record(site, source.file.address)
    expect(await unrecorded(site)).toEqual([])
    const damaged = [lost.file.address, shared.file.address, rendition].sort()
    await site.damage(`DELETE FROM blobs WHERE address IN ('${damaged.join("', '")}')`)
    expect(await unrecorded(site)).toEqual(damaged)
    for (const address of [...damaged, kept.file.address]) {
      expect(await site.database.repairs.isNamed(address)).toBe(true)
    }
    expect(await site.database.repairs.isNamed(site.draft().file.address)).toBe(false)
  })

  test('bytes that an image names are claimed for no removal, whatever their row says or if there is none', async () => {
    await using site = await openSite(make)
    const [lost, released] = await uploads(site, 2)
    const rendition = await record(site, released.file.address)
    await site.damage(`DELETE FROM blobs WHERE address = '${lost.file.address}'`)
    await site.damage(
      `UPDATE blobs SET images = 0, released_at_ms = 1 WHERE address IN ('${released.file.address}', '${rendition}')`,
    )
    for (const address of [lost.file.address, released.file.address, rendition]) {
      expect(await site.database.blobs.beginRemovals([address], startMs, startMs + 50)).toEqual([])
      expect(await site.database.blobs.removal(address)).toMatchObject({ count: 0 })
    }
  })

  test('a missing row is written anew, with all who need it counted', async () => {
    await using site = await openSite(make)
    const { repairs, blobs, images } = site.database
    const [image] = await uploads(site, 1)
    const sharing = await site.upload({ file: image.file, ownerId: site.bob.id })
    const { address } = image.file
    await site.damage(`DELETE FROM blobs WHERE address = '${address}'`)
    expect(await repairs.mendBlob(address, { file: null, atMs: startMs })).toBe(false)
    expect(await unrecorded(site)).toEqual([address])
    expect(await repairs.mendBlob(address, { file: image.file, atMs: startMs })).toBe(true)
    expect(await images.byId(image.id)).toEqual(image)
    expect(await unrecorded(site)).toEqual([])
    expect(await miscounted(site)).toEqual([])
    await collect(site, [image.id])
    expect(await blobs.byAddress(address)).toMatchObject({ releasedAtMs: null })
    await collect(site, [sharing.image.id])
    expect(await blobs.byAddress(address)).toMatchObject({ releasedAtMs: startMs })
  })

  test('a wrong count is found and put right: what nobody needs is released, what somebody needs is not', async () => {
    await using site = await openSite(make)
    const { repairs, blobs } = site.database
    const [high, low, gone] = await uploads(site, 3)
    const rendition = await record(site, gone.file.address)
    expect(await miscounted(site)).toEqual([])
    await site.damage(`UPDATE blobs SET images = 7 WHERE address = '${high.file.address}'`)
    await site.damage(`UPDATE blobs SET images = 0, released_at_ms = 5 WHERE address = '${low.file.address}'`)
    await site.damage(`DELETE FROM images WHERE id = '${gone.id}'`)
    const found = [
      { address: high.file.address, recorded: 7, named: 1 },
      { address: low.file.address, recorded: 0, named: 1 },
      { address: gone.file.address, recorded: 1, named: 0 },
    ].sort((a, b) => (a.address < b.address ? -1 : 1))
    expect(await miscounted(site)).toEqual(found)
    for (const { address } of found) {
      expect(await repairs.mendBlob(address, { file: null, atMs: startMs })).toBe(true)
    }
    expect(await miscounted(site)).toEqual([])
    expect(await blobs.byAddress(high.file.address)).toMatchObject({ releasedAtMs: null })
    expect(await blobs.byAddress(low.file.address)).toMatchObject({ releasedAtMs: null })
    for (const address of [gone.file.address, rendition]) {
      expect(await blobs.byAddress(address)).toMatchObject({ releasedAtMs: startMs })
    }
  })

  test('a row is not mended while a removal of its bytes stands', async () => {
    await using site = await openSite(make)
    const [image] = await uploads(site, 1)
    await collect(site, [image.id])
    const { address } = image.file
    await site.database.blobs.beginRemovals([address], startMs + 1, startMs + 50)
    const change = { file: image.file, atMs: startMs }
    expect(await site.database.repairs.mendBlob(address, change)).toBe(false)
    site.clock.nowMs = startMs + 50
    expect(await site.database.repairs.mendBlob(address, change)).toBe(true)
  })

  test('claims of images that are gone are found and dropped, and the oldest live image takes over the site’s', async () => {
    await using site = await openSite(make)
    const { repairs, images } = site.database
    const [gone, other] = await uploads(site, 2)
    const { receivedSha256, file } = gone
    const heir = (await site.upload({ receivedSha256, file, ownerId: site.bob.id })).image
    expect(await strayClaims(site)).toEqual([])
    await site.damage(`DELETE FROM images WHERE id = '${gone.id}'`)
    await site.damage(`UPDATE images SET deleted_at_ms = 1 WHERE id = '${other.id}'`)
    const stray = [gone, other]
      .map(({ id, receivedSha256 }) => ({ receivedSha256, imageId: id }))
      .sort((a, b) => (a.receivedSha256 < b.receivedSha256 ? -1 : 1))
    expect(await strayClaims(site)).toEqual(stray)
    for (const claim of stray) await repairs.removeStrayClaim(claim)
    await repairs.removeStrayClaim({ receivedSha256, imageId: heir.id })
    expect(await strayClaims(site)).toEqual([])
    expect(
      await images.duplicateOf({
        receivedSha256,
        ownerId: site.ann.id,
        dedupScope: 'owner',
        expiresAtMs: null,
      }),
    ).toBeUndefined()
    expect(
      await images.duplicateOf({
        receivedSha256,
        ownerId: site.ann.id,
        dedupScope: 'site',
        expiresAtMs: null,
      }),
    ).toEqual(heir)
    expect(
      await images.duplicateOf({
        receivedSha256,
        ownerId: site.bob.id,
        dedupScope: 'owner',
        expiresAtMs: null,
      }),
    ).toEqual(heir)
  })

  test('an upload takes over a claim that no live image holds', async () => {
    await using site = await openSite(make)
    for (const dedupScope of ['owner', 'site'] as const) {
      const [gone] = await uploads(site, 1)
      const { receivedSha256, file } = gone
      await site.damage(`DELETE FROM images WHERE id = '${gone.id}'`)
      const again = { receivedSha256, file, dedupScope }
      const { kind, image } = await site.upload(again)
      expect(kind).toBe('created')
      expect(await site.upload(again)).toEqual({ kind: 'deduped', image })
      expect(
        await site.database.images.duplicateOf({
          receivedSha256,
          ownerId: site.bob.id,
          dedupScope: 'site',
          expiresAtMs: null,
        }),
      ).toEqual(image)
    }
    expect(await strayClaims(site)).toEqual([])
  })

  test('an upload of the same bytes gives an image the row of its blob back', async () => {
    await using site = await openSite(make)
    const [image] = await uploads(site, 1)
    const sharing = await site.upload({ file: image.file, ownerId: site.bob.id })
    await site.damage(`DELETE FROM blobs WHERE address = '${image.file.address}'`)
    const { receivedSha256, file } = image
    expect(await site.upload({ receivedSha256, file })).toEqual({ kind: 'deduped', image })
    expect(await site.database.images.byId(sharing.image.id)).toEqual(sharing.image)
    expect(await miscounted(site)).toEqual([])
  })
}

type Images = Awaited<ReturnType<Site['upload']>>['image'][]

async function uploads(site: Site, count: number): Promise<[Images[0], Images[0], Images[0], Images[0]]> {
  const images: Images = []
  for (let index = 0; index < count; index++) images.push((await site.upload()).image)
  return images as [Images[0], Images[0], Images[0], Images[0]]
}

/** A thumbnail of the blob; its address. */
async function record(site: Site, source: string): Promise<string> {
  const { file } = site.draft()
  const rendition = {
    source,
    size: 'thumbnail',
    format: 'webp',
    file,
    placeholder: null,
    madeFor: null,
  } as const
  await site.database.renditions.record({ ...rendition, createdAtMs: startMs, removalsSeen: 0 })
  return file.address
}

async function collect(site: Site, ids: string[]): Promise<void> {
  await site.database.images.remove(ids, startMs - 1, audit('image.remove', 'x'))
  await site.database.images.collect(startMs, startMs)
}

/** All pages of two. */
async function unrecorded({ database }: Site): Promise<string[]> {
  const all: string[] = []
  for (let after: string | null = null; ; ) {
    const { addresses, next } = await database.repairs.unrecorded(after, 2)
    all.push(...addresses)
    if (next === null) return all
    after = next
  }
}

async function miscounted({ database }: Site) {
  const counts = await database.repairs.needCounts(null, 2)
  for (let full = counts.length === 2; full; ) {
    const more = await database.repairs.needCounts(counts.at(-1)?.address ?? null, 2)
    counts.push(...more)
    full = more.length === 2
  }
  return counts.filter(({ recorded, named }) => recorded !== named)
}

/** Each once, though an image may hold several. */
async function strayClaims({ database }: Site) {
  const all = new Map<string, { receivedSha256: string; imageId: string }>()
  for (let after: string | null = null; ; ) {
    const { claims, next } = await database.repairs.strayClaims(after, 2)
    for (const claim of claims) all.set(claim.receivedSha256 + claim.imageId, claim)
    if (next === null) return [...all.values()]
    after = next
  }
}
