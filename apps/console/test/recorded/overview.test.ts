import { test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { startTour } from './tour.ts'

const dayMs = 86_400_000

test('the overview and the audit log are shown as recorded', async () => {
  let isHealthy = true
  await using tour = await startTour('overview', {
    checks: [
      { name: 'database', check: async () => {} },
      {
        name: 'blobs',
        check: async () => {
          if (!isHealthy) throw new Error('the disk is full')
        },
      },
      { name: 'limiter', check: async () => {} },
    ],
    recentErrors: () =>
      isHealthy
        ? []
        : [
            {
              atMs: Date.UTC(2026, 5, 1, 11),
              service: 'images',
              requestId: 'AbCdEfGh012345',
              method: 'GET',
              path: '/i/x',
              code: 'STORAGE_FAILED',
              message: 'the disk is full',
            },
          ],
  })
  const olga = await tour.member('olga', 'admin')
  await olga.see('/overview', '/audit')
  isHealthy = false
  await olga.see('/overview')
  isHealthy = true
  for (const day of [0, 1, 2, 9, 40]) {
    tour.wait(day * dayMs)
    const guide = await tour.again('olga')
    for (let at = 0; at <= day % 4; at++) {
      const bytes = picture({ width: 10 + 4 * day + at, height: 100 * (day + 1) })
      await guide.picture({ categoryId: 'general', title: `Day ${day}` }, { name: 'a.png', bytes })
    }
    if (day > 8) await guide.see('/overview')
  }
  const late = await tour.again('olga')
  await late.filter('/overview')
  for (const days of ['7', '365', 'x', '0']) await late.see(`/overview?days=${days}`)
  await tour.policy('site.maxBytes', '1000000')
  await late.see('/overview')

  await late.make('/albums', { name: 'Travel' })
  await late.make('/settings/uploads/categories', { name: 'Wallpapers' })
  await late.make('/users', { name: 'kim', role: 'member', password: 'correct horse battery' })
  await late.make('/settings/networks/add', { list: 'block', network: '192.0.2.0/24', note: 'spam' })
  await late.make('/keys', { name: 'tool', permission: 'images:upload' })
  await late.make('/account/display-name', { displayName: 'Olga', 'shown.displayName': '' })
  await late.filter('/audit')
  await late.see('/audit?actor=olga', '/audit?actor=nobody', '/audit?subject=tool', '/audit?action=album.add')
  await late.see('/audit?from=2026-06-01&to=2026-06-02', '/audit?from=soon', '/audit?after=x')
  await late.see('/audit?actor=olga&action=image.upload&from=2026-06-01')
  await late.see(
    '/audit/export',
    '/audit/export?format=jsonl&actor=olga',
    '/audit/export?format=csv&action=user.add',
  )
  for (let count = 0; count < 110; count++) await late.make('/albums', { name: `Album ${count}` })
  const added = '/audit?actor=olga&action=album.add'
  const page = await (await late.visitor.get(added)).text()
  const more = /href="(\/audit\?[^"]*after=[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  await late.see(more ?? added)
  await tour.end()
})
