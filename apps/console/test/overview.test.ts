import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { axisTicks, everyDay } from '../src/operators/overview/day-chart.tsx'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('the axis has even whole numbers from 0 to at least the highest bar, three to five of them', () => {
  for (let most = 0; most < 5_000; most++) {
    const ticks = axisTicks(most)
    const [first, second = 0] = ticks
    expect(first).toBe(0)
    expect(ticks.length).toBeGreaterThanOrEqual(3)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(ticks).toEqual(ticks.map((_, index) => index * second))
    expect(Number.isInteger(second)).toBe(true)
  }
  expect(axisTicks(9)).toEqual([0, 5, 10])
  expect(axisTicks(1_000_000).at(-1)).toBe(1_000_000)
})

test('days without anything stand between those with something', () => {
  const nowMs = Date.UTC(2026, 2, 3, 12)
  const known = { day: '2026-03-02', images: 4 }
  expect(everyDay([known], 3, nowMs)).toEqual([
    { day: '2026-03-01', known: undefined },
    { day: '2026-03-02', known },
    { day: '2026-03-03', known: undefined },
  ])
})

test('the overview shows uploads and text requests over 7, 30 or 90 days, the largest users, and what is free', async () => {
  const nowMs = Date.UTC(2026, 2, 31, 12)
  await using testConsole = await startConsole({ clock: () => nowMs })
  const { traffic } = testConsole.site.database
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const bobs = await createSignedInVisitor(testConsole, await testConsole.addMember('bob'))
  await uploadPicture(visitor, {}, picture({ width: 20 }))
  await uploadPicture(bobs, {}, picture({ width: 300, height: 300 }))
  await traffic.add('2026-01-05', { answered: 1_000, refused: 0 })
  await traffic.add('2026-03-10', { answered: 300, refused: 20 })
  await traffic.add('2026-03-30', { answered: 7, refused: 1 })
  const page = async (query: string) => (await visitor.get(`/overview${query}`)).text()
  const month = await page('')
  expect(month).toContain('aria-label="2 uploads in 30 days"')
  expect(month).toContain('aria-label="328 requests in 30 days, 21 of them refused"')
  expect(month).toContain('<title>2026-03-10: 320</title>')
  expect(await page('?days=7')).toContain('aria-label="8 requests in 7 days, 1 of them refused"')
  expect(await page('?days=90')).toContain('aria-label="1,328 requests in 90 days, 21 of them refused"')
  expect(await page('?days=31')).toContain('href="/overview?days=30" aria-current="page"')
  const users = [...month.matchAll(/href="\/all-images\?owner=(\w+)"/g)].map(([, name]) => name)
  expect(users).toEqual(['bob', 'olga'])
  expect(month).toMatch(/Free on the disk<\/dt><dd><span class="number">[\d.,]+ [kMGT]B<\/span>/)
  const chinese = await (await visitor.get('/overview', { 'Accept-Language': 'zh-CN' })).text()
  expect(chinese).toContain('aria-label="30 天内共 328 次请求，其中 21 次被拒"')
})

test('the overview says what is left of the site’s limit, and for how many days at the present rate', async () => {
  const nowMs = Date.UTC(2026, 2, 31, 12)
  await using testConsole = await startConsole({ clock: () => nowMs })
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const page = async () => (await visitor.get('/overview')).text()
  const limitTo = async (size: string) => {
    await setPolicy(testConsole.site, commandActor, 'site.maxBytes', size)
    await testConsole.refresh()
  }
  expect(await page()).not.toContain('Left of the site')
  await limitTo('1GB')
  expect(await page()).toMatch(/Left of the site’s limit<\/dt><dd><span class="number">1 GB/)
  await uploadPicture(visitor, {}, picture({ width: 300, height: 300 }))
  const { bytes: stored } = await testConsole.site.database.images.totals()
  const days = Math.floor((2 ** 30 - stored) / (stored / 30))
  expect((await page()).replaceAll(/<[^>]*>/g, '')).toContain(days.toLocaleString('en'))
  await limitTo(String(stored))
  const answer = await uploadPicture(visitor, {}, picture({ width: 31 }))
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('This site is full')])
})
