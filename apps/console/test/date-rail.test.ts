import { expect, test } from 'bun:test'
import { newId } from '@pictoglyph/site/language/ids'
import { monthsUpTo } from '../src/gallery/months.ts'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)

test('months follow one another without a gap, in the zone of the reader, down to the oldest', () => {
  for (const zone of [undefined, 'Asia/Shanghai', 'Europe/Berlin', 'America/Los_Angeles']) {
    const months = monthsUpTo(nowMs, zone)
    expect(months.slice(0, 3).map(({ name }) => name)).toEqual(['2026-11', '2026-10', '2026-09'])
    for (const [place, { span }] of months.entries()) {
      expect(span[0]).toBe(months[place + 1]?.span[1] ?? 0)
    }
  }
  expect(monthsUpTo(nowMs, 'Asia/Shanghai')[0]?.span[0]).toBe(Date.UTC(2026, 9, 31, 16))
  expect(monthsUpTo(nowMs, 'Asia/Shanghai')[1]?.span[0]).toBe(Date.UTC(2026, 8, 30, 16))
  expect(monthsUpTo(Date.UTC(2026, 9, 31, 16), 'Asia/Shanghai')[0]?.name).toBe('2026-11')
})

test('from 200 images on the months of a gallery stand beside it, and lead to their images', async () => {
  await using testConsole = await startConsole({ clock: () => nowMs })
  const alice = await testConsole.addMember('alice')
  const visitor = await createSignedInVisitor(testConsole, alice)
  const page = async (path: string) => (await visitor.get(path)).text()
  const linksOf = (html: string) =>
    [...html.matchAll(/<a class="rail-month" href="([^"]+)"[^>]* aria-label="([^"]+)"/g)].map(
      ([, href = '', label]) => [href, label],
    )
  await record(testConsole, alice.id, { images: 199, atMs: nowMs - 1_000 })
  expect(await page('/images')).not.toContain('rail-month')
  await record(testConsole, alice.id, { images: 30, atMs: Date.UTC(2026, 8, 10) })
  await record(testConsole, alice.id, { images: 1, atMs: Date.UTC(2024, 1, 1) })
  const html = await page('/images')
  const september = `/images?after=${Date.UTC(2026, 9, 1)}.0`
  expect(linksOf(html)).toEqual([
    ['/images', 'November 2026: 199 images'],
    [september, 'September 2026: 30 images'],
    [`/images?after=${Date.UTC(2024, 2, 1)}.0`, 'February 2024: 1 image'],
  ])
  const later = await page(september)
  expect(later.match(/data-day="[^"]+"/)?.[0]).toBe('data-day="2026-09-10"')
  expect(later.match(/data-day=/g)).toHaveLength(31)
  expect(linksOf(later)).toEqual(linksOf(html))
  for (const filter of ['?q=a', '?sort=oldest', '?type=image/png', '?from=2020-01-01']) {
    expect([filter, linksOf(await page(`/images${filter}`))]).toEqual([filter, []])
  }
})

async function record(
  { site }: ConsoleUnderTest,
  ownerId: string,
  { images, atMs }: { images: number; atMs: number },
): Promise<void> {
  for (let index = 0; index < images; index++) {
    const address = new Bun.CryptoHasher('sha256').update(newId()).digest('hex')
    await site.database.images.record({
      id: newId(),
      ownerId,
      categoryId: 'general',
      albumId: null,
      title: '',
      description: '',
      fileName: '',
      createdAtMs: atMs + index,
      expiresAtMs: null,
      receivedSha256: address,
      removed: [],
      file: { address, sizeBytes: 1_000, type: 'image/png', width: 40, height: 30, frames: 1 },
      dedupBy: 'file',
      link: null,
      dedupScope: 'owner',
      maxImages: 0,
      maxSiteBytes: null,
      removalsSeen: 0,
      key: null,
      idempotency: null,
    })
  }
}
