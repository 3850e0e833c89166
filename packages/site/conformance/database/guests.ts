import { expect, test } from 'bun:test'
import type { NewImage } from '../../src/images/image-records.ts'
import { Failure } from '../../src/language/failure.ts'
import { newId } from '../../src/language/ids.ts'
import type { ApiKey } from '../../src/language/records.ts'
import { audit, failureOf, idsOf, key, type MakeDatabase, openSite, type Site, startMs } from './fixture.ts'

export function guestLaws(make: MakeDatabase): void {
  test('of 200 uploads at once over two replicas a key makes exactly those that it may, and the rest leave no row', async () => {
    await using site = await openSite(make)
    const maxUploads = 37
    const guest = await addKey(site, { maxUploads, isGuestLink: true })
    const refusals: unknown[] = []
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? site.database : site.replica).images
          .record(site.draft({ key: guest }))
          .catch((error: unknown) => void refusals.push(error)),
      ),
    )
    const recorded = outcomes.filter((outcome) => outcome !== undefined)
    expect(recorded.map(({ kind }) => kind)).toEqual(recorded.map(() => 'created'))
    expect(recorded).toHaveLength(maxUploads)
    const facts = refusals.map((error) => (error instanceof Failure ? error.facts : error))
    expect(facts).toEqual(facts.map(() => ({ code: 'KEY_USED_UP', maxUploads })))
    expect((await site.database.images.totals()).images).toBe(maxUploads)
    expect((await site.database.users.usage(site.ann.id)).images).toBe(maxUploads)
    expect(await site.replica.keys.byId(guest.id)).toMatchObject({ uploads: maxUploads, isGuestLink: true })
  })

  test('what repeats an image counts against a key, and what repeats an upload does not', async () => {
    await using site = await openSite(make)
    const guest = await addKey(site, { maxUploads: 3 })
    const draft = site.draft({
      key: guest,
      idempotency: { keyId: guest.id, token: 'one', fingerprint: 'f' },
    })
    const first = await site.upload(draft)
    expect((await site.upload({ ...draft, id: newId() })).image).toEqual(first.image)
    const same = { receivedSha256: draft.receivedSha256, file: draft.file, key: guest }
    expect((await site.upload(same)).kind).toBe('deduped')
    expect(await uploadsOf(site, guest)).toBe(2)
    await site.upload({ key: guest })
    await failureOf(site.upload(same), 'KEY_USED_UP')
    expect((await site.upload({ ...draft, id: newId() })).image).toEqual(first.image)
    expect(await uploadsOf(site, guest)).toBe(3)
  })

  test('an upload that is refused, or waits for a removal of its bytes, is not counted', async () => {
    await using site = await openSite(make)
    const guest = await addKey(site, { maxUploads: 1 })
    await failureOf(site.upload({ key: guest, categoryId: 'nowhere' }), 'CATEGORY_UNAVAILABLE')
    const { image } = await site.upload()
    const { address } = image.file
    await site.database.images.remove([image.id], site.clock.nowMs, audit('image.delete', image.id))
    await site.database.images.collect(site.clock.nowMs + 1, site.clock.nowMs)
    expect(await site.database.blobs.beginRemovals([address], startMs + 1, startMs + 50)).toEqual([address])
    const draft = site.draft({ key: guest, receivedSha256: image.receivedSha256, file: image.file })
    expect((await site.database.images.record(draft)).kind).toBe('blobRemoving')
    expect(await uploadsOf(site, guest)).toBe(0)
  })

  test('a key without a bound is not counted', async () => {
    await using site = await openSite(make)
    const unbounded = await addKey(site, {})
    await site.upload({ key: unbounded })
    expect(await uploadsOf(site, unbounded)).toBe(0)
  })

  test('an image remembers the key that sent it first, and is found by it', async () => {
    await using site = await openSite(make)
    const [one, two] = [await addKey(site, {}), await addKey(site, {})]
    const first = await site.upload({ key: one })
    const again = await site.upload({ key: two, receivedSha256: first.image.receivedSha256 })
    expect([first.image.keyId, again.image.keyId]).toEqual([one.id, one.id])
    site.clock.nowMs += 1
    const second = await site.upload({ key: one, title: 'second' })
    expect((await site.upload()).image.keyId).toBeNull()
    const found = (change: { keyId: string; search?: string }) =>
      idsOf(
        site.replica.images.list({ ...change, ownerId: site.ann.id, limit: 10 }).then(({ items }) => items),
      )
    expect(await found({ keyId: one.id })).toEqual([second.image.id, first.image.id])
    expect(await found({ keyId: one.id, search: 'second' })).toEqual([second.image.id])
    expect(await found({ keyId: two.id })).toEqual([])
    expect(await site.database.images.count({ keyId: one.id }, 10)).toBe(2)
    const neighbours = await site.database.images.neighbours(first.image, { keyId: one.id })
    expect([neighbours.previous, neighbours.next]).toEqual([second.image.id, undefined])
  })
}

async function addKey(site: Site, change: Partial<ApiKey>): Promise<NonNullable<NewImage['key']>> {
  const added = key(site.ann.id, change)
  await site.database.keys.add(added, audit('key.create', added.id))
  return { id: added.id, maxUploads: added.maxUploads }
}

const uploadsOf = async (site: Site, { id }: { id: string }) => (await site.replica.keys.byId(id))?.uploads
