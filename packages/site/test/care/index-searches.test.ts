import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { type IndexingProgress, indexSearches } from '../../src/care/index-searches.ts'
import { newId } from '../../src/language/ids.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

test('all images that wait are indexed, however many they are, and none is told of where they are few', async () => {
  await using site = await openSiteOnDisk()
  const { database } = site.ports
  const { image } = await upload(site.ports, site.incoming({ file: png(1, 1) }))
  const waiting = 402
  const copy = {
    ...image,
    albumId: null,
    dedupScope: 'owner',
    dedupBy: 'file',
    maxImages: 0,
    maxSiteBytes: null,
    removalsSeen: 0,
    link: null,
    key: null,
    idempotency: null,
  } as const
  const others = Array.from({ length: waiting - 1 }, (_, index) => ({
    ...copy,
    id: newId(),
    title: `number ${index}`,
    receivedSha256: String(index).padStart(64, '0'),
  }))
  await Promise.all(others.map((one) => database.images.record(one)))
  expect(await database.search.waiting(1_000)).toBe(waiting)
  const told: IndexingProgress[] = []
  const indexing = { signal: new AbortController().signal, report: (one: IndexingProgress) => told.push(one) }
  await indexSearches(database.search, indexing)
  expect(await database.search.waiting(1_000)).toBe(0)
  expect(told).toEqual([])
})
