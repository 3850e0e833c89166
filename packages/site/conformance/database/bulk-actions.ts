import { expect, test } from 'bun:test'
import { forEachAtOnce } from '../../src/care/at-once.ts'
import type { SiteDatabase } from '../../src/database/database.ts'
import {
  categorizeImages,
  deleteForGood,
  deleteImages,
  findImages,
  findOwnImages,
  maxImagesAtOnce,
  moveImages,
  restoreImages,
  setImagesExpiry,
  titleImages,
} from '../../src/images/images.ts'
import type { Actor, AuditEntry, Image } from '../../src/language/records.ts'
import { policyFrom } from '../../src/policy/policy.ts'
import type { SiteSnapshot } from '../../src/snapshot.ts'
import { addAlbum, addCategory, failureOf, openSite, type Site } from './fixture.ts'

/** A database that counts what it asks of its engine. */
export interface CountedDatabase extends AsyncDisposable {
  readonly database: SiteDatabase
  /** Statements up to now, without those that begin and end a transaction. */
  statements(): number
}

/** Opens an empty one under a clock of the test. */
export type MakeCountedDatabase = (clock: () => number) => Promise<CountedDatabase>

const most = 15
const root: Actor = { name: 'Root', userId: null, address: 'local' }

/** Every action on selected images, on a small batch and on the largest. */
export function bulkActionLaws(make: MakeCountedDatabase): void {
  test(`a bulk action takes at most ${most} statements, for two images and for ${maxImagesAtOnce}, and one audit entry`, async () => {
    const [few, many] = [await countActions(make, 2), await countActions(make, maxImagesAtOnce)]
    expect(many).toEqual(few)
    for (const [action, { statements, auditEntries }] of Object.entries(many)) {
      expect({ action, statements, auditEntries }).toEqual({
        action,
        statements: Math.min(statements, most),
        auditEntries: 1,
      })
    }
  }, 120_000)

  test('hundreds of images are read by one statement, in the order of their ids, and only by who may', async () => {
    await using counted = await openCounted(make)
    const { site, statements } = counted
    const uploads = Array.from(
      { length: 300 },
      () => async () => void (await site.upload({ title: 'a boat' })),
    )
    await forEachAtOnce(uploads, 8, (upload) => upload())
    const images = (await imagesOf(site, {})).sort((one, other) => (one.id < other.id ? 1 : -1))
    const ids = images.map(({ id }) => id)
    const [first = '', ...others] = ids
    const before = statements()
    expect(await findOwnImages(site, site.ann.id, ids)).toEqual(images)
    expect(await findImages(site, ids)).toEqual(images)
    expect(statements()).toBe(before + 2)

    await failureOf(findOwnImages(site, site.bob.id, ids), 'NOT_FOUND')
    await failureOf(findImages(site, [...ids, 'unknown']), 'NOT_FOUND')
    await deleteImages({ ...site, clock: () => site.clock.nowMs }, root, site.ann.id, [first])
    const missing = await failureOf(
      findOwnImages(site, site.ann.id, [...others, first, 'unknown']),
      'NOT_FOUND',
    )
    expect(missing).toContain(first)
    expect((await findImages(site, ids)).map(({ id }) => id)).toEqual(ids)
    expect(await findOwnImages(site, site.ann.id, others)).toHaveLength(299)
    expect(await findOwnImages(site, site.ann.id, [])).toEqual([])
  }, 120_000)

  test('an action on more images than change together is one audit entry, of what has changed when it fails', async () => {
    await using counted = await openCounted(make)
    const { site } = counted
    const uploads = Array.from({ length: maxImagesAtOnce + 1 }, () => async () => void (await site.upload()))
    await forEachAtOnce(uploads, 8, (upload) => upload())
    const images = await imagesOf(site, {})
    const ids = images.map(({ id }) => id)
    const last = ids.at(-1)!
    const { id: ownerId } = site.ann
    const rules = { ...site, clock: () => site.clock.nowMs, snapshot: snapshotOf }
    const before = (await auditEntries(site)).length
    const newest = async () => (await auditEntries(site))[0]
    await titleImages(rules, root, images, 'Harbour')
    expect(await newest()).toMatchObject({
      subject: `${ids.length} images`,
      after: { title: 'Harbour', ids },
    })
    const into = await addAlbum(site.database, ownerId)
    await moveImages(rules, root, { ids, into, outOf: null })
    expect(await newest()).toMatchObject({ subject: into.id, after: { ids } })
    await deleteImages(rules, root, ownerId, [last])
    const changed = { subject: `${maxImagesAtOnce} images`, after: { title: 'Sea', ids: ids.slice(0, -1) } }
    await failureOf(titleImages(rules, root, images, 'Sea'), 'NOT_FOUND')
    expect(await newest()).toMatchObject(changed)
    await restoreImages(rules, root, ownerId, [last])
    await deleteImages(rules, root, ownerId, ids)
    expect(await newest()).toMatchObject({ action: 'image.delete', after: { ids } })
    await restoreImages(rules, root, ownerId, ids)
    expect(await newest()).toMatchObject({ action: 'image.restore', after: { ids } })
    // Of the album, of two single images, and one of each action.
    expect(await auditEntries(site)).toHaveLength(before + 8)
  }, 120_000)
}

interface Cost {
  statements: number
  auditEntries: number
}

async function openCounted(make: MakeCountedDatabase) {
  let statements = () => 0
  const site = await openSite(async (clock) => {
    const made = await make(clock)
    statements = made.statements
    return { ...made, replica: made.database, damage: async () => {} }
  })
  return { site, statements, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

async function countActions(make: MakeCountedDatabase, size: number): Promise<Record<string, Cost>> {
  await using counted = await openCounted(make)
  const { site, statements } = counted
  const { database } = site
  const [from, into] = [await addAlbum(database, site.ann.id), await addAlbum(database, site.ann.id)]
  const cats = await addCategory(database, 'cats')
  const uploads = Array.from({ length: size }, () => () => uploadWithRendition(site, from.id))
  await forEachAtOnce(uploads, 8, (upload) => upload())
  while (!(await database.search.indexNext()).isLast);

  const rules = { ...site, clock: () => site.clock.nowMs, snapshot: snapshotOf }
  const blobs = { lateRemovalMs: 0, remove: async () => 'settled' as const }
  const costs: Record<string, Cost> = {}
  const count = async (action: string, work: (images: Image[], ids: string[]) => Promise<unknown>) => {
    const images = [...(await imagesOf(site, {})), ...(await imagesOf(site, { deletedAfterMs: 0 }))]
    expect(images).toHaveLength(size)
    const ids = images.map(({ id }) => id)
    const entries = await auditEntries(site)
    const before = statements()
    await work(images, ids)
    const spent = statements() - before
    const [entry, ...others] = await auditEntries(site)
    costs[action] = { statements: spent, auditEntries: 1 + others.length - entries.length }
    expect(JSON.stringify(entry)).toInclude(JSON.stringify(ids))
  }
  const { id: ownerId } = site.ann
  await count('move', (_, ids) => moveImages(rules, root, { ids, into, outOf: from }))
  await count('title', (images) => titleImages(rules, root, images, 'Harbour'))
  await count('expiry', (images) => setImagesExpiry(rules, root, images, site.clock.nowMs + 60_000))
  await count('category', (images) => categorizeImages(rules, root, images, cats.id))
  await count('delete', (_, ids) => deleteImages(rules, root, ownerId, ids))
  await count('restore', (_, ids) => restoreImages(rules, root, ownerId, ids))
  await count('delete again', (_, ids) => deleteImages(rules, root, ownerId, ids))
  await count('delete for good', (_, ids) => deleteForGood({ ...rules, blobs }, root, ownerId, ids))
  expect(await database.users.usage(ownerId)).toEqual({
    images: 0,
    bytes: 0,
    deletedBytes: 0,
    deletedImages: 0,
    textBytes: 0,
  })
  return costs
}

async function uploadWithRendition(site: Site, albumId: string): Promise<void> {
  const { image } = await site.upload({ albumId, description: 'a boat' })
  const { file } = site.draft()
  await site.database.renditions.record({
    source: image.file.address,
    size: 'thumbnail',
    format: 'webp',
    file,
    placeholder: null,
    madeFor: null,
    createdAtMs: site.clock.nowMs,
    removalsSeen: 0,
  })
}

async function imagesOf({ database }: Site, which: { deletedAfterMs?: number }): Promise<Image[]> {
  return (await database.images.list({ ...which, limit: 2 * maxImagesAtOnce })).items
}

async function auditEntries({ database }: Site): Promise<AuditEntry[]> {
  return (await database.audit.list({ limit: 100 })).items
}

const snapshotOf = () => ({ policy: policyFrom(new Map()) }) as SiteSnapshot
