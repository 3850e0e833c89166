import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noLiveLimits } from '../../src/accounts/quota.ts'
import type { DuplicateQuery, NewImage } from '../../src/images/image-records.ts'
import {
  addAlbum,
  audit,
  type DatabaseConformanceOptions,
  failureOf,
  type MakeDatabase,
  openSite,
  type Site,
  sha256,
  startMs,
  storedFile,
} from './fixture.ts'

const hourMs = 3_600_000

export function expiryLaws(make: MakeDatabase, { runs = 40 }: DatabaseConformanceOptions): void {
  test('at its end an image is gone at once from every list and replica, deleted or not', async () => {
    await using site = await openSite(make)
    const album = await addAlbum(site.database, site.ann.id)
    const kept = await site.upload({ title: 'word stays', albumId: album.id })
    const expiresAtMs = startMs + hourMs
    const ending = await site.upload({ title: 'word ends', expiresAtMs, albumId: album.id })
    const deleted = await site.upload({ title: 'word is deleted', expiresAtMs })
    await site.database.images.remove([deleted.image.id], startMs, audit('image.delete', deleted.image.id))
    expect(ending.image.expiresAtMs).toBe(expiresAtMs)

    site.clock.nowMs = expiresAtMs - 1
    for (const { images } of [site.database, site.replica]) {
      expect((await images.byId(ending.image.id))?.expiresAtMs).toBe(expiresAtMs)
      expect((await images.list({ isExpiring: true, limit: 9 })).items).toEqual([ending.image])
      expect((await images.list({ deletedAfterMs: 0, limit: 9 })).items).toHaveLength(1)
    }
    site.clock.nowMs = expiresAtMs
    for (const { images } of [site.database, site.replica]) {
      for (const { id } of [ending.image, deleted.image]) {
        expect(await images.byId(id)).toBeUndefined()
        expect(await images.byIdWithDeleted(id)).toBeUndefined()
      }
      for (const query of [
        {},
        { search: 'word' },
        { search: 'wo' },
        { albumId: album.id },
        { sort: 'name' },
      ] as const) {
        expect((await images.list({ ...query, limit: 9 })).items).toEqual([kept.image])
        expect(await images.count(query, 9)).toBe(1)
      }
      expect((await images.list({ deletedAfterMs: 0, limit: 9 })).items).toEqual([])
      expect(await images.recent(9)).toEqual([kept.image])
      expect(await images.neighbours(kept.image, {})).toEqual({ previous: undefined, next: undefined })
      expect(await images.duplicateOf(queryOf(site, ending.image))).toBeUndefined()
    }
  })

  test('an image that has expired is not changed, deleted, restored or put into an album', async () => {
    await using site = await openSite(make)
    const { images, albums } = site.database
    const album = await addAlbum(site.database, site.ann.id)
    const one = (await site.upload({ expiresAtMs: startMs + 1 })).image
    const other = (await site.upload({ expiresAtMs: startMs + 1 })).image
    await images.remove([other.id], startMs, audit('image.delete', other.id))
    site.clock.nowMs += 1
    const change = (subject: string) => audit('image.describe', subject)
    await failureOf(images.update([one.id], { expiresAtMs: null }, change(one.id)), 'NOT_FOUND')
    await failureOf(images.remove([one.id], startMs, change(one.id)), 'NOT_FOUND')
    await failureOf(images.restore([other.id], change(other.id), noLiveLimits), 'NOT_FOUND')
    await failureOf(images.deleteForGood([other.id], startMs, change(other.id)), 'NOT_FOUND')
    const joining = albums.moveImages(
      { ownerId: site.ann.id, imageIds: [one.id], into: album.id, outOf: null, atMs: site.clock.nowMs },
      change(album.id),
    )
    await failureOf(joining, 'NOT_FOUND')
  })

  test('what has expired is collected, its counts and claims too, and its bytes are released', async () => {
    await using site = await openSite(make)
    const album = await addAlbum(site.database, site.ann.id)
    const kept = await site.upload()
    const ids: string[] = []
    for (let index = 0; index < 130; index++) {
      const { image } = await site.upload({
        expiresAtMs: startMs + 1 + (index % 2),
        albumId: album.id,
        title: 't',
      })
      ids.push(image.id)
    }
    await site.database.images.remove(ids.slice(0, 9), startMs, audit('image.delete', 'nine'))
    expect(await site.database.images.collectExpired(startMs)).toBe(0)
    expect(await site.database.images.collectExpired(startMs + 2)).toBe(130)
    expect(await site.database.images.collectExpired(startMs + 2)).toBe(0)
    expect(await site.database.users.usage(site.ann.id)).toEqual({
      images: 1,
      bytes: 1_000,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
    expect((await site.database.albums.list(site.ann.id))[0]?.imageCount).toBe(0)
    expect((await site.database.blobs.removable(startMs + 3, 500)).length).toBe(130)
    expect((await site.database.repairs.strayClaims(null, 500)).claims).toEqual([])
    expect((await site.database.blobs.byAddress(kept.image.file.address))?.releasedAtMs).toBeNull()
  })

  test('a duplicate keeps the later end, and none at all is the latest', async () => {
    await using site = await openSite(make)
    const receivedSha256 = sha256('same')
    const same = { receivedSha256, file: storedFile('same') }
    const endAfter = async (expiresAtMs: number | null) =>
      (await site.upload({ ...same, expiresAtMs })).image.expiresAtMs
    expect(await endAfter(startMs + 10)).toBe(startMs + 10)
    expect(await endAfter(startMs + 5)).toBe(startMs + 10)
    expect(await endAfter(startMs + 20)).toBe(startMs + 20)
    expect(await endAfter(null)).toBeNull()
    expect(await endAfter(startMs + 30)).toBeNull()
    expect((await site.replica.images.list({ limit: 9 })).items).toHaveLength(1)
  })

  test('an upload of what has expired makes an image, also where it is not collected yet', async () => {
    await using site = await openSite(make)
    const same = { receivedSha256: sha256('same'), file: storedFile('same') }
    const first = await site.upload({ ...same, expiresAtMs: startMs + 5 })
    site.clock.nowMs += 5
    for (const dedupScope of ['owner', 'site'] as const) {
      const second = await site.upload({ ...same, dedupScope, expiresAtMs: site.clock.nowMs + 5 })
      expect(second.kind).toBe('created')
      expect(second.image.id).not.toBe(first.image.id)
      site.clock.nowMs += 5
    }
    const last = await site.upload(same)
    expect(await site.database.images.collectExpired(site.clock.nowMs)).toBe(3)
    expect(await site.upload(same)).toEqual({ kind: 'deduped', image: last.image })
    expect((await site.database.blobs.byAddress(same.file.address))?.releasedAtMs).toBeNull()
  })

  test("within the scope of the site, another owner's image keeps its end", async () => {
    await using site = await openSite(make)
    const same = { receivedSha256: sha256('same'), file: storedFile('same'), dedupScope: 'site' as const }
    const mine = await site.upload({ ...same, expiresAtMs: startMs + 10 })
    const sooner = await site.upload({ ...same, ownerId: site.bob.id, expiresAtMs: startMs + 9 })
    expect(sooner).toEqual({ kind: 'deduped', image: mine.image })
    const ofBob = { ...same, ownerId: site.bob.id, expiresAtMs: startMs + 11 }
    expect(await site.database.images.duplicateOf(ofBob)).toBeUndefined()
    const later = await site.upload(ofBob)
    expect(later.kind).toBe('created')
    expect(later.image.ownerId).toBe(site.bob.id)
    expect((await site.database.images.byId(mine.image.id))?.expiresAtMs).toBe(startMs + 10)
    expect(await site.upload(ofBob)).toEqual({ kind: 'deduped', image: later.image })
  })

  test('an upload whose file was not sent repeats an own live image, and never that of another', async () => {
    await using site = await openSite(make)
    const album = await addAlbum(site.database, site.ann.id)
    const { image } = await site.upload({ expiresAtMs: startMs + 10 })
    const theirs = await site.upload({ ownerId: site.bob.id })
    const repeat = (receivedSha256: string, change: Partial<NewImage> = {}) => {
      const { id, description, removed, file, dedupScope, dedupBy, maxImages, removalsSeen, ...upload } =
        site.draft({ receivedSha256, ...change })
      return site.database.images.repeat(upload)
    }
    const idempotency = { keyId: 'key', token: 'once', fingerprint: 'f' }
    const change = { albumId: album.id, expiresAtMs: startMs + 20, idempotency }
    const repeated = { ...image, expiresAtMs: startMs + 20 }
    expect(await repeat(image.receivedSha256, change)).toEqual(repeated)
    expect(await site.database.images.byIdempotency('key', 'once')).toEqual({
      image: repeated,
      deduped: true,
      fingerprint: 'f',
    })
    expect((await site.database.images.list({ albumId: album.id, limit: 9 })).items).toEqual([repeated])
    const before = await site.database.images.totals()
    for (const hash of [theirs.image.receivedSha256, sha256('unknown')]) {
      expect(await repeat(hash, { albumId: album.id })).toBeUndefined()
    }
    expect(await site.database.images.totals()).toEqual(before)
    await failureOf(repeat(image.receivedSha256, { categoryId: 'unknown' }), 'CATEGORY_UNAVAILABLE')
    await failureOf(repeat(image.receivedSha256, { albumId: 'unknown' }), 'ALBUM_NOT_ALLOWED')
    site.clock.nowMs += 20
    expect(await repeat(image.receivedSha256)).toBeUndefined()
  })

  test('of the same picture in different files there is one image, of any number at once too', async () => {
    await using site = await openSite(make)
    const file = storedFile('picture')
    const picture = { file, dedupBy: 'picture' as const }
    const outcomes = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 ? site.database : site.replica).images.record(
          site.draft({ ...picture, receivedSha256: sha256(`file ${index % 8}`) }),
        ),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1)
    const { items } = await site.database.images.list({ limit: 30 })
    expect(items).toHaveLength(1)
    const query = {
      receivedSha256: 'new',
      ownerId: site.ann.id,
      dedupScope: 'owner',
      expiresAtMs: null,
    } as const
    expect(await site.database.images.duplicateOf(query)).toBeUndefined()
    expect(await site.database.images.duplicateOf({ ...query, pictureAddress: file.address })).toEqual(
      items[0],
    )

    const ofBob = { ...picture, ownerId: site.bob.id }
    expect((await site.upload(ofBob)).kind).toBe('created')
    expect((await site.upload({ file })).kind).toBe('created')
    const [first = ''] = items.map(({ id }) => id)
    await site.database.images.remove([first], startMs, audit('image.delete', first))
    const again = await site.upload({ ...picture, expiresAtMs: startMs + 5 })
    expect(again.kind).toBe('deduped')
    expect(again.image.ownerId).toBe(site.ann.id)
    expect((await site.database.repairs.strayClaims(null, 500)).claims).toEqual([])
  })

  test('whatever is uploaded, deleted, restored and collected in whatever order, an image is there until its end', async () => {
    await using site = await openSite(make)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
        const model = createModel(site, crypto.randomUUID())
        for (const one of steps) {
          await model.take(one)
          await model.compare()
        }
      }),
      { numRuns: runs },
    )
  })
}

interface Step {
  kind: 'upload' | 'repeat' | 'delete' | 'restore' | 'move' | 'pass' | 'expire' | 'purge'
  bytes: number
  /** Milliseconds until its end; `null` for none. */
  lifetimeMs: number | null
  passedMs: number
  isOnReplica: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...([
      'upload',
      'upload',
      'repeat',
      'delete',
      'restore',
      'move',
      'pass',
      'pass',
      'expire',
      'purge',
    ] as const),
  ),
  bytes: fc.nat({ max: 2 }),
  lifetimeMs: fc.constantFrom(null, 1, 5, 9, 20),
  passedMs: fc.integer({ min: 1, max: 8 }),
  isOnReplica: fc.boolean(),
})

/** An image as it must be: once its end has passed, no query finds it. */
interface Expected {
  id: string
  bytes: number
  expiresAtMs: number | null
  isDeleted: boolean
}

/** The rules, written as plainly as can be, next to the database that has to keep them. */
function createModel(site: Site, run: string) {
  const expected: Expected[] = []
  const hashOf = (bytes: number) => sha256(`${run} ${bytes}`)
  const isThere = ({ expiresAtMs }: Expected) => expiresAtMs === null || expiresAtMs > site.clock.nowMs
  const liveOf = (bytes: number) =>
    expected.find((one) => one.bytes === bytes && !one.isDeleted && isThere(one))
  const later = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b))

  async function take({ kind, bytes, lifetimeMs, passedMs, isOnReplica }: Step): Promise<void> {
    const { images } = isOnReplica ? site.replica : site.database
    const expiresAtMs = lifetimeMs === null ? null : site.clock.nowMs + lifetimeMs
    const live = liveOf(bytes)
    const upload = site.draft({
      receivedSha256: hashOf(bytes),
      file: storedFile(`${run} ${bytes}`),
      expiresAtMs,
    })
    switch (kind) {
      case 'upload': {
        const outcome = await images.record(upload)
        expect(outcome.kind).toBe(live === undefined ? 'created' : 'deduped')
        if (live === undefined) expected.push({ id: upload.id, bytes, expiresAtMs, isDeleted: false })
        else live.expiresAtMs = later(live.expiresAtMs, expiresAtMs)
        return
      }
      case 'repeat': {
        const repeated = await images.repeat(upload)
        expect(repeated?.id).toBe(live?.id)
        if (live !== undefined) live.expiresAtMs = later(live.expiresAtMs, expiresAtMs)
        return
      }
      case 'delete':
        if (live === undefined) return
        await images.remove([live.id], site.clock.nowMs, audit('image.delete', live.id))
        live.isDeleted = true
        return
      case 'restore': {
        const deleted = expected.find((one) => one.bytes === bytes && one.isDeleted && isThere(one))
        if (deleted === undefined) return
        const { restored } = await images.restore(
          [deleted.id],
          audit('image.restore', deleted.id),
          noLiveLimits,
        )
        expect(restored).toEqual(live === undefined ? [deleted.id] : [])
        deleted.isDeleted = live !== undefined
        return
      }
      case 'move':
        if (live === undefined) return
        await images.update([live.id], { expiresAtMs }, audit('image.describe', live.id))
        live.expiresAtMs = expiresAtMs
        return
      case 'pass':
        site.clock.nowMs += passedMs
        return
      case 'expire':
        await images.collectExpired(site.clock.nowMs)
        return
      case 'purge': {
        const beforeMs = site.clock.nowMs + 1
        await images.collect(beforeMs, site.clock.nowMs)
        for (const one of expected.filter(({ isDeleted }) => isDeleted))
          expected.splice(expected.indexOf(one), 1)
      }
    }
  }

  async function compare(): Promise<void> {
    for (const { images } of [site.database, site.replica]) {
      for (const one of expected) {
        const found = await images.byIdWithDeleted(one.id)
        const facts = found && { expiresAtMs: found.expiresAtMs, isDeleted: found.deletedAtMs !== null }
        const { expiresAtMs, isDeleted } = one
        expect(facts).toEqual(isThere(one) ? { expiresAtMs, isDeleted } : undefined)
        if (!isThere(one)) continue
        const row = await site.database.blobs.byAddress(sha256(`${run} ${one.bytes}`))
        expect(row?.releasedAtMs).toBeNull()
      }
    }
  }
  return { take, compare }
}

function queryOf(site: Site, { receivedSha256 }: { receivedSha256: string }): DuplicateQuery {
  return { receivedSha256, ownerId: site.ann.id, dedupScope: 'owner', expiresAtMs: null }
}
