import { expect, test } from 'bun:test'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('an album can be created where one is chosen: with an upload, and for an image', async () => {
  await using testConsole = await startConsole()
  const user = await testConsole.addMember('alice')
  const alice = await createSignedInVisitor(testConsole, user)
  const albums = async () =>
    (await testConsole.site.database.albums.list(user.id)).map(({ name, imageCount }) => [name, imageCount])
  const id = imageIdOf(await uploadPicture(alice, { albumId: 'new', newAlbum: 'Travel' }, picture()))
  expect(await albums()).toEqual([['Travel', 1]])
  await uploadPicture(alice, { albumId: 'new:travel' }, picture({ width: 49 }))
  expect(await albums()).toEqual([['Travel', 2]])
  const answer = await alice.post('/images/to-album', { id, into: 'new', newAlbum: 'Blog' })
  expect(answer.status).toBe(303)
  expect(await albums()).toEqual([
    ['Travel', 2],
    ['Blog', 1],
  ])
  expect((await alice.post('/images/to-album', { id, into: 'new', newAlbum: '' })).status).toBe(400)
  const unnamed = await uploadPicture(alice, { albumId: 'new', newAlbum: ' ' }, picture({ width: 50 }))
  expect(unnamed.status).toBe(400)
})
