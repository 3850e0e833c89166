import { test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { startTour } from './tour.ts'

test('operators see all images, take them down, and answer reports as recorded', async () => {
  await using tour = await startTour('moderation')
  const olga = await tour.member('olga', 'admin')
  const kim = await tour.member('kim')
  const stranger = tour.visitor('stranger')
  await olga.see('/all-images', '/reports', '/hashes', '/all-images/nothing')
  await olga.make('/settings/uploads/categories', { name: 'Wallpapers' })
  const ids: string[] = []
  for (const [at, who] of [kim, kim, olga, kim, kim].entries()) {
    const fields = { categoryId: at === 1 ? 'wallpapers' : 'general', title: at === 3 ? '' : `Sea ${at}` }
    const bytes = picture({
      width: 20 + Math.min(at, 3),
      height: 9,
      colour: at === 2 ? [1, 2, 3] : [9, 9, 9],
    })
    ids.push(await who.picture(fields, { name: `${at}.png`, bytes }))
  }
  const [one = '', two = '', olgas = '', four = ''] = ids
  await olga.picture(
    { categoryId: 'general' },
    { name: 'copy.png', bytes: picture({ width: 20, height: 9, colour: [9, 9, 9] }) },
  )
  await olga.filter('/all-images')
  await olga.see(
    '/all-images?owner=kim&q=Sea',
    '/all-images?owner=nobody',
    '/all-images?from=2026-06-01&to=2026-06-01',
  )
  for (const id of [one, four, olgas]) await olga.see(`/all-images/${id}`)
  await olga.see(`/all-images/${two}/picture`, '/all-images/nothing/picture')

  await tour.policy('site.reports', 'on')
  const report = `/report/${one}`
  await stranger.see(report, '/report/nothing')
  await stranger.mistake(report, report)
  tour.wait(60_000)
  for (const reason of ['illegal', 'privacy', 'copyright', 'spam', 'other', 'abuse']) {
    tour.wait(60_000)
    await stranger.send(report, { reason, note: `It is ${reason}.` })
  }
  await kim.send(`/report/${two}`, { reason: 'other', note: '' })
  await olga.filter('/reports')
  await olga.see(`/reports/${one}`, `/reports/${two}`, `/reports/${four}`, '/reports/nothing', '/overview')
  await olga.send('/reports/dismiss', { image: two })
  await olga.send('/reports/dismiss', { image: two })
  await olga.send('/reports/dismiss', {})

  const down = '/all-images/take-down'
  await olga.send(down, { id: [one], reason: '' })
  await olga.send(down, { id: [one], reason: 'x'.repeat(501) })
  await olga.send(down, { reason: 'known' })
  await olga.send(down, { id: ['nothing'], reason: 'known' })
  await olga.send(down, { id: [one], reason: 'Stolen', copies: 'on' })
  await olga.see(`/all-images/${one}`, '/all-images?state=takenDown', '/all-images?state=deleted', '/reports')
  await kim.see('/images', `/images/${one}`, '/images/deleted')
  await olga.send('/all-images/restore', { id: [one] })
  await olga.send('/all-images/restore', {})
  await olga.send('/all-images/restore', {
    deletedFrom: '0',
    deletedTo: String(tour.testConsole.site.clock()),
  })
  await olga.send('/all-images/restore', { deletedFrom: '5', deletedTo: '6' })
  await olga.send(down, {
    all: 'on',
    return: '/all-images?owner=kim&category=wallpapers',
    reason: 'Off topic',
  })
  await olga.send(down, { all: 'on', return: '/all-images?owner=nobody', reason: 'Off topic' })
  await olga.send(down, { id: [four], reason: 'Known', forGood: 'on', return: `/all-images/${four}` })
  await olga.send(down, { id: [four], reason: 'Known', forGood: 'on' })
  await kim.see('/images')
  await kim.upload(
    '/upload',
    { categoryId: 'general' },
    { name: 'x.png', bytes: picture({ width: 23, height: 9, colour: [9, 9, 9] }) },
  )
  await stranger.see(`/report/${four}`)

  const hashes: Record<string, string>[] = [
    { sha256: 'a'.repeat(8).concat('b1'.repeat(28)), reason: 'known', note: 'of 2025' },
    { sha256: 'A'.repeat(8).concat('B1'.repeat(28)), reason: 'again', note: '' },
    { sha256: 'abc', reason: 'known', note: '' },
    { sha256: 'c'.repeat(8).concat('d1'.repeat(28)), reason: '', note: '' },
    { sha256: 'c'.repeat(8).concat('d1'.repeat(28)), reason: 'known', note: 'x'.repeat(501) },
  ]
  for (const fields of hashes) await olga.send('/hashes', fields)
  const hash = `/hashes/${'a'.repeat(8)}${'b1'.repeat(28)}`
  await olga.filter('/hashes')
  await olga.see(hash, '/hashes/nothing', '/hashes?q=aaaa', '/hashes?q=zzz')
  await olga.mistake(hash, hash)
  await olga.fill(hash, hash, { reason: 'very known', note: '' })
  await olga.send(hash, { reason: 'mine', 'shown.reason': 'older' })
  await olga.send('/hashes/unblock', { sha256: hash.replace('/hashes/', '') })
  await olga.send('/hashes/unblock', { sha256: hash.replace('/hashes/', '') })
  await olga.send('/hashes/unblock', {})
  await olga.see(hash, '/hashes')
  await tour.policy('site.reports', 'off')
  await stranger.see(`/report/${olgas}`)
  await stranger.send(`/report/${olgas}`, { reason: 'other', note: '' })
  await olga.see('/reports')
  await tour.end()
})
