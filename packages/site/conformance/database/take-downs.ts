import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noLiveLimits } from '../../src/accounts/quota.ts'
import { newId } from '../../src/language/ids.ts'
import type { Image } from '../../src/language/records.ts'
import { audit, failureOf, type MakeDatabase, openSite, type Site } from './fixture.ts'

const byOperator = { reason: 'it shows a neighbour', isWithOwner: false }
const withAccount = { reason: '', isWithOwner: true }

export function takeDownLaws(make: MakeDatabase): void {
  test('what is taken down is gone on every replica at once, and no door of its owner brings it back', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await takeDown(site, image)
    expect(await site.replica.images.byId(image.id)).toBeUndefined()
    expect(await site.replica.images.byIdWithDeleted(image.id)).toMatchObject({
      takenDown: { atMs: site.clock.nowMs, ...byOperator },
    })
    const ownerId = site.ann.id
    expect((await site.database.images.list({ ownerId, deletedAfterMs: 0, limit: 9 })).items).toEqual([])
    expect(ids(await site.database.images.list({ ownerId, isTakenDown: true, limit: 9 }))).toEqual([image.id])
    await failureOf(
      site.database.images.restore([image.id], audit('image.restore', image.id), noLiveLimits),
      'NOT_FOUND',
    )
    await failureOf(
      site.database.images.deleteForGood([image.id], site.clock.nowMs, audit('image.purge', image.id)),
      'NOT_FOUND',
    )
    site.clock.nowMs += 365 * 86_400_000
    expect(await site.database.images.collect(site.clock.nowMs, site.clock.nowMs)).toBe(0)
    expect((await putBack(site, image)).live).toEqual([image.id])
    expect(await site.replica.images.byId(image.id)).toMatchObject({ deletedAtMs: null, takenDown: null })
  })

  test('bytes that are taken down, as received and as kept, are refused from everyone until they are put back', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await takeDown(site, image)
    const other = site.bob
    const [blocked] = (await site.replica.hashes.list({ limit: 9 })).items
    expect(blocked?.reason).toBe(byOperator.reason)
    expect(await site.replica.hashes.find(blocked?.sha256 ?? '')).toEqual(blocked)
    const asReceived = { ownerId: other.id, receivedSha256: image.receivedSha256 }
    const asKept = { ownerId: other.id, file: image.file }
    for (const draft of [asReceived, asKept]) {
      expect(await failureOf(site.upload(draft), 'INVALID_IMAGE')).toContain(byOperator.reason)
    }
    await failureOf(site.replica.hashes.requireNone([image.file.address]), 'INVALID_IMAGE')
    await putBack(site, image)
    for (const draft of [asReceived, asKept]) expect((await site.upload(draft)).kind).toBe('created')
    expect((await site.replica.hashes.list({ limit: 9 })).items).toEqual([])
    expect(await site.replica.hashes.find(blocked?.sha256 ?? '')).toBeUndefined()
  })

  test('what went with its owner’s account blocks nothing, and an operator’s act on it stands', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    await takeDown(site, image, withAccount)
    expect((await site.database.hashes.list({ limit: 9 })).items).toEqual([])
    await takeDown(site, image)
    await takeDown(site, image, withAccount)
    expect((await site.database.images.byIdWithDeleted(image.id))?.takenDown).toMatchObject(byOperator)
    expect((await site.database.hashes.list({ limit: 9 })).items).toHaveLength(1)
    expect((await putBack(site, image)).live).toEqual([image.id])
  })

  test('of uploads and a takedown of the same bytes at once no copy stays that the takedown does not find', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    const uploads = Array.from({ length: 4 }, () =>
      site.replica.images.record(site.draft({ ownerId: site.bob.id, file: image.file })).then(
        () => {},
        () => {},
      ),
    )
    await takeDown(site, image)
    const found = await site.database.images.list({ addresses: [image.file.address], limit: 9 })
    await Promise.all(uploads)
    const left = await site.database.images.list({ addresses: [image.file.address], limit: 9 })
    expect(ids(left)).toEqual(ids(found))
  })

  test('every order of deleting, taking down, putting back and forgetting leaves what a simple model says', async () => {
    await using site = await openSite(make)
    const steps = fc.array(fc.constantFrom(...(Object.keys(acts) as Act[])), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(steps, async (order) => {
        const { image } = await site.upload({ receivedSha256: newId().padEnd(64, '0') })
        let state: State = { isDeleted: false, isTakenDown: false }
        for (const act of order) {
          // Some of it happens within one millisecond.
          site.clock.nowMs += order.length % 2
          const next = acts[act].model(state)
          const outcome = await acts[act].run(site, image).then(
            () => true,
            () => false,
          )
          expect([act, outcome]).toEqual([act, next !== undefined])
          state = next ?? state
          if (state === gone) return
          const isLive = !state.isDeleted && !state.isTakenDown
          expect((await site.replica.images.byId(image.id)) !== undefined).toBe(isLive)
          const now = await site.replica.images.byIdWithDeleted(image.id)
          expect(now?.takenDown !== null).toBe(state.isTakenDown)
        }
        await takeDown(site, image)
        await site.database.images.deleteForGood(
          [image.id],
          site.clock.nowMs,
          audit('image.purge', image.id),
          true,
        )
        expect(await site.database.users.usage(site.ann.id)).toMatchObject({
          images: 0,
          bytes: 0,
          deletedBytes: 0,
          deletedImages: 0,
        })
        for (const { sha256 } of (await site.database.hashes.list({ limit: 9 })).items) {
          await site.database.hashes.unblock(sha256, audit('hash.unblock', sha256))
        }
      }),
      { numRuns: process.env.PICTOGLYPH_PROOF === '1' ? 300 : 25 },
    )
  })
}

interface State {
  isDeleted: boolean
  isTakenDown: boolean
}

const gone: State = { isDeleted: true, isTakenDown: false }

/** Each act, and what a site should make of it: the next state, or none where it is refused. */
const acts = {
  delete: {
    run: (site: Site, { id }: Image) =>
      site.database.images.remove([id], site.clock.nowMs, audit('image.delete', id)),
    model: (state: State) => (state.isTakenDown ? state : { ...state, isDeleted: true }),
  },
  restore: {
    run: (site: Site, { id }: Image) =>
      site.database.images.restore([id], audit('image.restore', id), noLiveLimits),
    model: (state: State) => (state.isTakenDown ? undefined : { ...state, isDeleted: false }),
  },
  takeDown: {
    run: (site: Site, image: Image) => takeDown(site, image),
    model: (state: State) => ({ ...state, isTakenDown: true }),
  },
  putBack: {
    run: (site: Site, image: Image) => putBack(site, image),
    model: (state: State) => (state.isTakenDown ? { ...state, isTakenDown: false } : undefined),
  },
  forget: {
    run: (site: Site) => site.database.images.collect(site.clock.nowMs + 1, site.clock.nowMs),
    model: (state: State) => (state.isDeleted && !state.isTakenDown ? gone : state),
  },
} as const

type Act = keyof typeof acts

function takeDown(site: Site, { id }: Image, note = byOperator): Promise<number | undefined> {
  return site.database.images.takeDown([id], note, audit('image.takeDown', id))
}

function putBack(site: Site, { id }: Image) {
  return site.database.images.putBack([id], audit('image.putBack', id))
}

function ids({ items }: { items: readonly Image[] }): string[] {
  return items.map(({ id }) => id)
}
