import { test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { startTour } from './tour.ts'

const scripted = { Accept: 'application/json' }
const png = (width: number) => ({ name: `p_${width}.png`, bytes: picture({ width, height: 9 }) })

test('uploads and shared images are received, refused and shown as recorded', async () => {
  await using tour = await startTour('upload')
  const olga = await tour.member('olga', 'admin')
  const kim = await tour.member('kim')
  const stranger = tour.visitor('stranger')
  await kim.see('/upload', '/upload?album=nothing', '/share', '/manifest.webmanifest')
  await stranger.see('/manifest.webmanifest', '/upload', '/share')
  await kim.upload('/upload', { categoryId: 'general', title: 'One', description: 'First' }, png(1))
  await kim.upload('/upload', { categoryId: 'general', title: 'Again' }, png(1))
  const spans = ['', 'forever', '1h', '1d', '7d', '30d', 'nonsense']
  for (const [at, expiresIn] of spans.entries()) {
    await kim.upload('/upload', { categoryId: 'general', expiresIn }, png(10 + at))
  }
  for (const [at, custom] of ['12h', '2w', '', 'soon', '2027-01-01'].entries()) {
    const fields = { categoryId: 'general', expiresIn: 'custom', 'expiresIn.custom': custom }
    await kim.upload('/upload', fields, png(20 + at))
  }
  const refused: Record<string, string>[] = [
    { categoryId: 'nothing' },
    { categoryId: '' },
    {},
    { categoryId: 'general', title: 'x'.repeat(501) },
    { categoryId: 'general', description: 'x'.repeat(10_001) },
    { categoryId: 'general', albumId: 'nothing' },
    { categoryId: 'general', albumId: 'new', newAlbum: '' },
    { categoryId: 'general', title: 'a\u0000b' },
  ]
  for (const fields of refused) {
    await kim.upload('/upload', fields, png(30))
    await kim.upload('/upload', fields, png(30), scripted)
  }
  for (const [at, albumId] of ['new', ''].entries()) {
    await kim.upload('/upload', { categoryId: 'general', albumId, newAlbum: 'Trip' }, png(40 + at), scripted)
  }
  for (const [name, bytes] of [
    ['empty.png', new Uint8Array()],
    ['text.png', new TextEncoder().encode('no image')],
    ['cut.png', picture({ width: 60 }).slice(0, 40)],
    ['a.svg', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
  ] as const) {
    await kim.upload('/upload', { categoryId: 'general' }, { name, bytes })
    await kim.upload('/upload', { categoryId: 'general' }, { name, bytes }, scripted)
  }
  const file = { ...png(70), field: 'other' }
  await kim.upload('/upload', { categoryId: 'general' }, file)
  await kim.upload('/upload', { categoryId: 'general', unknown: '1' }, png(71), scripted)
  await kim.upload('/upload', { csrf: 'wrong', categoryId: 'general' }, png(72))
  await kim.upload('/upload', { categoryId: 'general' }, png(73), { ...scripted, 'X-CSRF-Token': 'wrong' })
  await kim.send('/upload', { categoryId: 'general' })
  await stranger.upload('/upload', { categoryId: 'general' }, png(74))
  await stranger.upload('/upload', { categoryId: 'general' }, png(74), scripted)

  await kim.upload('/share', {}, { ...png(80), name: 'holiday_at-sea.png', field: 'files' })
  await kim.upload('/share', {}, { ...png(1), field: 'files' })
  await kim.upload('/share', {}, { name: 'x.png', bytes: new TextEncoder().encode('no'), field: 'files' })
  await kim.upload('/share', {}, { ...png(81), field: 'other' })
  await kim.send('/share', {})
  kim.visitor.cookies.set('name-as-title', 'off')
  await kim.upload('/share', {}, { ...png(82), field: 'files' })
  const { items } = await tour.testConsole.site.database.images.list({ limit: 2 })
  const waiting = (await tour.testConsole.site.database.images.recent(9)).map(({ id }) => ['id', id])
  await kim.see(`/share?${new URLSearchParams(waiting)}`)
  await kim.see(`/share?${new URLSearchParams(items.map(({ id }) => ['id', id]))}`)
  await kim.see('/images/deleted', '/images')

  await tour.policy('upload.types', 'image/png')
  await tour.policy('upload.maxBytes', '1000')
  await tour.policy('upload.maxSide', '100')
  await tour.policy('upload.maxLifetime', '30d')
  await kim.see('/upload')
  for (const fields of [{ expiresIn: '' }, { expiresIn: 'custom', 'expiresIn.custom': '90d' }]) {
    await kim.upload('/upload', { categoryId: 'general', ...fields }, png(90))
  }
  await kim.upload(
    '/upload',
    { categoryId: 'general' },
    { name: 'wide.png', bytes: picture({ width: 101, height: 1 }) },
  )
  await kim.upload(
    '/upload',
    { categoryId: 'general' },
    { name: 'big.png', bytes: picture({ width: 99, height: 99 }) },
  )
  await kim.upload(
    '/upload',
    { categoryId: 'general' },
    { name: 'big.png', bytes: picture({ width: 99, height: 99 }) },
    scripted,
  )
  await tour.policy('upload.dedupScope', 'site')
  await olga.upload('/upload', { categoryId: 'general' }, png(1))
  await olga.upload('/upload', { categoryId: 'general' }, png(1), scripted)
  await tour.policy('upload.maxImagesPerUser', '3')
  await kim.upload('/upload', { categoryId: 'general' }, png(92))
  await tour.quota('kim', 500)
  await kim.see('/upload', '/images/deleted', '/account')
  await kim.upload('/upload', { categoryId: 'general' }, png(93))
  await kim.upload('/upload', { categoryId: 'general' }, png(93), scripted)
  await olga.send('/settings/uploads/categories/general/enabled', { enabled: 'off' })
  await kim.see('/upload', '/images')
  await kim.upload('/upload', { categoryId: 'general' }, png(94), scripted)
  await kim.upload('/share', {}, { ...png(95), field: 'files' })
  await tour.end()
})
