import { expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { imagesPerPage } from '../src/gallery/image-query.ts'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('adding to an album leaves an image where it is, moving takes it along, and each says which it was', async () => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const olga = await testConsole.addMember('olga')
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const blog = await addAlbum(testConsole.site, commandActor, olga.id, 'Blog')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const id = imageIdOf(await uploadPicture(visitor))
  const after = async (path: string, fields: Record<string, string>) => {
    await visitor.post(path, { id, ...fields })
    const page = await (await visitor.get('/images')).text()
    const counts = (await database.albums.list(olga.id)).map(({ imageCount }) => imageCount)
    return [/role="status"[^>]*><p>(.*?)<\/p>/.exec(page)?.[1], ...counts]
  }
  const imagePage = async () => await (await visitor.get(`/images/${id}`)).text()
  expect(await imagePage()).toContain('In no album')
  expect(await after('/images/to-album', { into: travel.id })).toEqual(['Added to “Travel”.', 1, 0])
  expect(await imagePage()).not.toContain('In no album')
  expect(await after('/images/to-album', { into: blog.id })).toEqual(['Added to “Blog”.', 1, 1])
  expect(await after('/images/to-new-album', { newAlbum: 'Tea' })).toEqual(['Added to “Tea”.', 1, 1, 1])
  expect(await after('/images/out-of-album', { outOf: blog.id })).toEqual(['Taken out of “Blog”.', 1, 0, 1])
  expect(await after('/images/move', { into: blog.id, outOf: travel.id })).toEqual([
    'Moved to “Blog”.',
    0,
    1,
    1,
  ])
})

test('a gallery offers to move only where there is an album to move from', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  await addAlbum(testConsole.site, commandActor, olga.id, 'Blog')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await uploadPicture(visitor, { albumId: travel.id })
  const offered = async (path: string) => {
    const page = await (await visitor.get(path)).text()
    return ['Add to album', 'Move to album', 'Remove from album'].filter((words) => page.includes(words))
  }
  expect(await offered('/images')).toEqual(['Add to album'])
  expect(await offered(`/images?album=${travel.id}`)).toEqual([
    'Add to album',
    'Move to album',
    'Remove from album',
  ])
})

test('a filter that is set can be cleared, which keeps the album', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const { id } = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await uploadPicture(visitor, { albumId: id })
  for (const [path, clear] of [
    ['/images', undefined],
    ['/images?q=a', '/images'],
    ['/images?type=image/png', '/images'],
    [`/images?album=${id}`, undefined],
    [`/images?album=${id}&q=a`, `/images?album=${id}`],
    ['/all-images', undefined],
    ['/all-images?owner=olga', '/all-images'],
    ['/audit', undefined],
    ['/audit?actor=olga', '/audit'],
  ] as const) {
    const page = await (await visitor.get(path)).text()
    const found = /<a class="[^"]*" href="([^"]*)">\s*Clear\s*<\/a>/.exec(page)?.[1]
    expect([path, found]).toEqual([path, clear])
  }
})

test('a filter tells how many images match it, not how many its page shows', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  for (let index = 0; index <= imagesPerPage; index++) {
    await uploadPicture(visitor, { title: `Harbour ${index}` }, picture({ width: 20 + index }))
  }
  await uploadPicture(visitor, { title: 'Terrace' }, picture({ width: 400 }))
  const page = await (await visitor.get('/images?q=harbour')).text()
  expect(/<p class="lead">(.*?)<\/p>/.exec(page)?.[1]).toBe(
    `${imagesPerPage + 1} of ${imagesPerPage + 2} images match`,
  )
  const next = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(await (await visitor.get(next)).text()).toContain(
    `${imagesPerPage + 1} of ${imagesPerPage + 2} images match`,
  )
})

test('the caption of an image in the grid leads to its page', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const id = imageIdOf(await uploadPicture(visitor, { title: 'Harbour' }))
  const page = await (await visitor.get('/images')).text()
  expect(page).toMatch(new RegExp(`<div class="caption"><a [^>]*href="/images/${id}"[^>]*>Harbour</a>`))
})
