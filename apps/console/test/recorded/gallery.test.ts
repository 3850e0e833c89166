import { test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { startTour } from './tour.ts'

const hillPicture = picture({ width: 99, height: 400, colour: [200, 10, 10] })

test('the gallery, its images and their links are shown and changed as recorded', async () => {
  await using tour = await startTour('gallery')
  const olga = await tour.member('olga', 'admin')
  const kim = await tour.member('kim')
  await kim.see(
    '/',
    '/images',
    '/images/deleted',
    '/images?linked=on',
    '/images?q=sea',
    '/images/AbCdEfGh012345',
  )
  await olga.see('/images')
  await olga.make('/settings/uploads/categories', { name: 'Wallpapers' })
  const ids: string[] = []
  for (const [at, title] of ['Sea', 'Hill <b>', '', 'Snow', 'Road'].entries()) {
    const fields = {
      categoryId: at % 2 ? 'wallpapers' : 'general',
      title,
      description: title && `Of ${title}`,
    }
    const bytes = at === 1 ? hillPicture : picture({ width: 20 + at, height: 500 * at + 10 })
    ids.push(await kim.picture(fields, { name: `holiday_${at}.png`, bytes }))
    if (at === 1) tour.wait(86_400_000)
  }
  const [sea = '', hill = '', blank = '', snow = '', road = ''] = ids
  const key = await kim.make('/keys', { name: 'tool', permission: 'images:upload', expiresIn: 'forever' })
  await kim.make(`${key}/test`, {})
  await kim.send('/images/to-new-album', { id: [sea, snow], newAlbum: 'Travel' })
  const travel = (await tour.testConsole.site.database.albums.list())[0]?.id ?? ''
  await kim.filter('/images')
  await kim.see(`/images?album=${travel}&sort=oldest`, `/images?album=${travel}&q=Sea`)
  await kim.see(
    '/images?type=image/png&size=small&from=2026-06-01&to=2026-06-02&sort=oldest',
    '/images?shown=120',
  )

  const image = `/images/${sea}`
  await kim.see(`${image}?return=${encodeURIComponent('/images?q=Sea')}`, `/images/${hill}?album=${travel}`)
  for (const from of ['/images', `/images?album=${travel}`, '/images?sort=oldest']) {
    await kim.see(`/images/${snow}?return=${encodeURIComponent(from)}`)
  }
  await kim.mistake(image, image, { expiresIn: ['custom'] })
  await kim.fill(image, image, { title: 'Lake', description: 'Two\nlines', categoryId: 'wallpapers' })
  for (const expiresIn of ['1h', '1d', '7d', '30d', 'forever']) await kim.fill(image, image, { expiresIn })
  await kim.fill(image, image, { expiresIn: 'custom', 'expiresIn.custom': '2026-06-30' })
  await kim.send(image, { title: 'Older', 'shown.title': 'Sea' })
  await kim.see(`${image}/file`, `/images/${hill}/file`, '/images/nothing/file')

  for (const name of ['', 'Not a name', 'x'.repeat(80), 'my-link'])
    await kim.send('/links', { image: sea, name })
  await kim.send('/links', { image: sea, name: 'my-link', return: image })
  await kim.send('/links', { image: hill, name: 'my-link' })
  await kim.send('/links', { image: 'nothing', name: 'other' })
  await kim.see(image, `/images/${hill}`, '/links', '/images?linked=on')
  await kim.send('/links/restore', { name: 'my-link', number: '1' })
  await kim.send('/links/restore', { name: 'my-link', number: '9' })
  await kim.send('/links/restore', { name: 'my-link', number: 'x' })
  await kim.send('/links/end', { name: 'my-link' })
  await kim.send('/links/end', { name: 'nothing' })
  await kim.see(image)
  await kim.send('/links/resume', { name: 'my-link' })
  await kim.send('/links/resume', { name: 'nothing' })
  await olga.send('/links/end', { name: 'my-link' })

  const actions: [path: string, fields: Record<string, string | string[]>][] = [
    ['to-album', { into: travel, id: [sea, snow, road] }],
    ['to-album', { into: 'new', newAlbum: 'Second', id: [road] }],
    ['to-album', { into: '', newAlbum: 'Third', id: [road] }],
    ['to-album', { into: 'nothing', id: [road] }],
    ['to-new-album', { newAlbum: '', id: [road] }],
    ['to-new-album', { newAlbum: 'Travel', id: [road] }],
    ['move', { into: travel, outOf: travel, id: [road] }],
    ['move', { into: travel, outOf: 'nothing', id: [road] }],
    ['out-of-album', { outOf: travel, id: [road] }],
    ['out-of-album', { outOf: '', id: [road] }],
    ['to-album', { into: travel, id: [road, blank], return: `/images?album=${travel}` }],
    ['order', { outOf: travel, id: [road], to: 'first' }],
    ['order', { outOf: travel, id: [road], to: 'earlier' }],
    ['order', { outOf: travel, id: [road], to: 'later' }],
    ['order', { outOf: travel, id: [road], to: 'last' }],
    ['order', { outOf: travel, id: [road], to: 'sideways' }],
    ['order', { outOf: travel, id: [road] }],
    ['order', { outOf: travel, id: [road], before: sea, return: `/images?album=${travel}` }],
    ['order', { outOf: travel, id: [sea], before: '' }],
    ['order', { outOf: travel, id: [sea], before: hill }],
    ['cover', { outOf: travel, id: [road], return: `/images?album=${travel}` }],
    ['cover', { outOf: travel, id: [hill] }],
    ['category', { category: 'general', id: [sea, hill] }],
    ['category', { category: 'nothing', id: [sea] }],
    ['category', { id: [sea] }],
    ['end', { expiresIn: '1d', id: [sea, hill] }],
    ['end', { expiresIn: 'forever', id: [sea] }],
    ['end', { expiresIn: '', id: [sea] }],
    ['end', { expiresIn: 'custom', 'expiresIn.custom': 'soon', id: [sea] }],
    ['end', { expiresIn: 'custom', 'expiresIn.custom': '90d', id: [sea] }],
    ['title', { title: 'All', id: [sea, hill] }],
    ['title', { title: '', id: [hill] }],
    ['title', { title: 'x'.repeat(501), id: [hill] }],
    ['links', { id: [sea, hill], format: 'markdown' }],
    ['links', { id: [sea, hill], format: 'html', return: '/images?q=All' }],
    ['links', { id: [sea, hill] }],
    ['links', { format: 'bbcode', all: 'on' }],
    ['zip', { id: [sea, hill] }],
    ['zip', { all: 'on', return: '/images?q=Snow' }],
    ['zip', { all: 'on', return: '/images?q=nothing' }],
    ['delete', { id: [sea] }],
  ]
  for (const [path, fields] of actions) await kim.send(`/images/${path}`, fields)
  for (const path of new Set(actions.map(([one]) => one))) {
    await kim.send(`/images/${path}`, { outOf: travel, into: travel, to: 'first', category: 'general' })
    await kim.send(`/images/${path}`, { outOf: travel, into: travel, to: 'first', id: ['nothing'] })
  }
  await olga.send('/images/title', { id: [snow], title: 'Mine' })
  await kim.send('/images/delete', { all: 'on', return: '/images?q=All', asOf: '1' })
  await kim.send('/images/delete', { all: 'on', return: '/images?q=Road' })
  await kim.see('/images/deleted', `/images/deleted/${sea}`, `/images/deleted/${hill}`)
  await kim.send('/images/restore', { id: [sea] })
  await kim.send('/images/restore', { deletedFrom: '0', deletedTo: String(tour.testConsole.site.clock()) })
  await kim.send('/images/restore', { deletedFrom: '5', deletedTo: '6', return: '/images' })
  await kim.send('/images/restore', {})
  await kim.send('/images/delete', { id: [sea, hill] })
  await kim.send('/images/delete', { id: [blank] })
  await kim.upload('/upload', { categoryId: 'general' }, { name: 'again.png', bytes: hillPicture })
  await kim.send('/images/restore', { id: [hill] })
  await kim.see('/images/deleted')
  await kim.send('/images/purge', { id: [sea] })
  await kim.send('/images/purge', { id: [sea] })
  await kim.send('/images/purge', {})
  await kim.see('/images', `/images?album=${travel}`)
  await tour.end()
})
