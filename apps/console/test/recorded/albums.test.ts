import { test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { startTour } from './tour.ts'

test('albums are shown, made, changed, arranged and removed as recorded', async () => {
  await using tour = await startTour('albums')
  const kim = await tour.member('kim')
  const lee = await tour.member('lee')
  await kim.see('/albums', '/images?album=AbCdEfGh012345')
  await kim.mistake('/albums', '/albums')
  const before = await tour.testConsole.site.database.albums.list()
  for (const name of ['Travel', 'travel', ' Cats ', 'Dogs']) await kim.send('/albums', { name })
  const made = await tour.testConsole.site.database.albums.list()
  const [travel = '', cats = '', dogs = ''] = made.slice(before.length).map(({ id }) => id)
  for (const at of [1, 2, 3, 4, 5]) {
    const file = { name: `${at}.png`, bytes: picture({ width: 10 * at, height: 40 }) }
    await kim.picture({ categoryId: 'general', albumId: at < 5 ? travel : cats }, file)
  }
  await kim.see('/albums')
  await kim.mistake('/albums', `/albums/${travel}/name`)
  await kim.fill('/albums', `/albums/${travel}/name`, { name: 'Journeys', description: 'Far\naway' })
  await kim.fill('/albums', `/albums/${travel}/name`, { newestFirst: 'on' })
  await kim.send(`/albums/${travel}/name`, { name: 'X', 'shown.name': 'Older' })
  for (const by of ['earlier', 'later', 'sideways', '']) await kim.send(`/albums/${cats}/place`, { by })
  await kim.send('/albums/order', { id: dogs, before: travel })
  await kim.send('/albums/order', { id: travel, before: '' })
  await kim.send('/albums/order', { id: 'nothing', before: cats })
  for (const back of [{}, { return: `/images?album=${travel}` }]) {
    for (const on of ['on', 'off', 'on', 'maybe']) {
      await kim.send(`/albums/${travel}/public`, { public: on, ...back })
      await kim.send(`/albums/${travel}/random`, { random: on, ...back })
    }
  }
  await kim.see(
    '/albums',
    `/images?album=${travel}`,
    `/images?album=${cats}`,
    `/images?album=${dogs}`,
    '/images',
  )
  await kim.see(`/upload?album=${travel}`)
  for (const path of ['name', 'place', 'public', 'random', 'delete']) {
    const fields = { name: 'Mine', by: 'later', public: 'on', random: 'on', 'shown.name': 'Journeys' }
    await lee.send(`/albums/${travel}/${path}`, fields)
  }
  await lee.send('/albums/restore', { id: travel })
  await kim.send(`/albums/${travel}/delete`)
  await lee.send('/albums/restore', { id: travel })
  await kim.send('/albums/restore', { id: travel })
  await kim.send('/albums/restore', { id: travel })
  await kim.send(`/albums/${dogs}/delete`)
  await kim.send('/albums', { name: 'Dogs' })
  await kim.send('/albums/restore', { id: dogs })
  await kim.see('/albums')
  await tour.end()
})
