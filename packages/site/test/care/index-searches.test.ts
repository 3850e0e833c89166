import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import { type IndexingProgress, indexSearches } from '../../src/care/index-searches.ts'
import { gramsOf } from '../../src/rows/search-text.ts'
import { gramsDocument } from '../../src/rows/sqlite/dialect.ts'
import { upload } from '../../src/upload/upload.ts'
import { recordCopies } from '../record-copies.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

test('all images that wait are indexed, however many they are, and none is told of where they are few', async () => {
  await using site = await openSiteOnDisk()
  const { database } = site.ports
  const waiting = 402
  await addCopies(site, waiting)
  expect(await database.search.waiting(1_000)).toBe(waiting)
  const told: IndexingProgress[] = []
  const indexing = { signal: new AbortController().signal, report: (one: IndexingProgress) => told.push(one) }
  await indexSearches(database.search, indexing)
  expect(await database.search.waiting(1_000)).toBe(0)
  expect(told).toEqual([])
})

test('the images of one transaction make one segment of the index', async () => {
  await using site = await openSiteOnDisk()
  await addCopies(site, 150)
  expect(await site.ports.database.search.indexNext()).toEqual({ indexed: 150, isLast: true })
  using database = new Database(site.databasePath, { readonly: true })
  expect(database.query('SELECT COUNT(DISTINCT segid) AS segments FROM image_grams_idx').get()).toEqual({
    segments: 1,
  })
})

test('the tokens of the index stay the same, so that what an older program indexed is found', () => {
  const tokens = 'o362521292 1mpz69p 1aecwv3 u57y87 1u55lfr 1hxd9xq 1aye5of'
  expect(gramsDocument('someone', gramsOf('cats 猫'))).toBe(tokens)
})

/** An image, and more with the same bytes, of later milliseconds, which all have words of their own. */
async function addCopies({ ports, incoming }: SiteOnDisk, count: number): Promise<void> {
  const { image } = await upload(ports, incoming({ file: png(1, 1) }))
  await recordCopies(ports, image, count - 1, (index) => ({
    title: `number ${index}`,
    createdAtMs: image.createdAtMs + index,
  }))
}
