import { test } from 'bun:test'
import { startTour } from './tour.ts'

test('operators change the settings, categories, character sets and presets as recorded', async () => {
  await using tour = await startTour('settings')
  const olga = await tour.member('olga', 'admin')
  const omar = await tour.member('omar', 'admin')
  const lin = await tour.member('lin', 'admin')
  for (const path of ['/settings', '/policy?a=b', '/categories?a=b', '/ciphers', '/access', '/site'])
    await olga.see(path)
  for (const [page, who] of [
    ['uploads', olga],
    ['accounts', omar],
    ['site', lin],
  ] as const) {
    const path = `/settings/${page}`
    await who.see(path)
    await who.mistake(path, path)
    await who.fill(path, path)
  }
  await olga.fill('/settings/uploads', '/settings/uploads', {
    'upload.maxSide': '300',
    'upload.types': ['image/png'],
  })
  await olga.fill('/settings/uploads', '/settings/uploads', {
    'upload.maxSide': '400',
    'upload.metadata': 'keep',
  })
  await olga.send('/settings/uploads', { 'upload.maxSide': '5', 'shown.upload.maxSide': '9' })
  for (const side of ['1', '0', 'x', '']) {
    await olga.see(`/settings/uploads?upload.maxSide=${side}`)
    await olga.send('/settings/uploads/preview', { 'upload.maxSide': side })
  }
  await olga.send('/settings/site/preview', { 'site.name': 'Previewed', 'site.links': '[' })
  await olga.send('/settings/site/preview', { 'site.name': 'Previewed' })
  await olga.fill('/settings/site', '/settings/site', {
    'site.name': 'Our <pictures>',
    'site.welcome': 'Hello\nall',
    'site.links': '[{"label":"Imprint","url":"https://example.org/"}]',
    'site.abuse': 'mailto:abuse@example.org',
    'site.robots': 'index',
    'site.maxBytes': '1000000000',
  })
  await tour.testConsole.refresh()
  await olga.see('/settings/site', '/overview', '/manifest.webmanifest')

  const kinds = [
    {
      list: '/settings/uploads',
      one: '/settings/uploads/categories',
      fields: { name: 'Wallpapers' },
      id: 'wallpapers',
    },
    {
      list: '/settings/text',
      one: '/settings/text/charsets',
      fields: { id: 'abcd', name: 'ABCD', symbols: 'wxyz' },
      id: 'abcd',
    },
    {
      list: '/settings/text',
      one: '/settings/text/presets',
      fields: { id: 'p2', name: 'P2', scheme: 'RAW/classic' },
      id: 'p2',
    },
  ]
  for (const { list, one, fields, id } of kinds) {
    await olga.see(list)
    await olga.mistake(list, one)
    await olga.send(one, fields)
    await olga.send(one, fields)
    const page = `${one}/${id}`
    await olga.see(page, `${one}/nothing`)
    await olga.mistake(page, `${page}/name`)
    await olga.fill(page, `${page}/name`, { name: 'Renamed' })
    await olga.fill(page, `${page}/name`)
    await olga.send(`${page}/name`, { name: 'Mine', 'shown.name': 'Older' })
    await olga.send(`${one}/nothing/name`, { name: 'Mine', 'shown.name': 'Older' })
    for (const by of ['earlier', 'later', 'sideways']) await olga.send(`${page}/place`, { by })
    for (const enabled of ['off', 'on', 'maybe', 'off']) await olga.send(`${page}/enabled`, { enabled })
    await olga.see(page, list)
    await olga.send(`${page}/default`)
    await olga.send(`${page}/enabled`, { enabled: 'on' })
    await olga.send(`${page}/default`)
    await olga.send(`${page}/enabled`, { enabled: 'off' })
    await olga.send(`${one}/nothing/enabled`, { enabled: 'off' })
    await olga.send(`${one}/nothing/default`)
    await olga.send(`${one}/nothing/place`, { by: 'later' })
    await olga.see(page, list)
  }
  await olga.send('/settings/uploads/categories/general/enabled', { enabled: 'off' })
  await olga.see('/settings/uploads/categories/general', '/settings/uploads')
  for (const symbols of ['wxyz', 'wx', 'w', 'wwww', 'wxy🐈', 'a b c d', '']) {
    await olga.send('/settings/text/preview', { id: 'new', name: 'New', symbols })
    await olga.see(`/settings/text?${new URLSearchParams({ symbols })}`)
  }
  for (const scheme of ['RAW/classic', 'RAW/nothing', 'PHRASE/meow', 'x']) {
    await olga.send('/settings/text/preview', { id: 'new', name: 'New', scheme })
  }
  const all = await tour.testConsole.site.database.presets.list()
  for (const { id } of all) await olga.see(`/settings/text/presets/${id}`)
  for (const { id } of await tour.testConsole.site.database.charsets.list()) {
    await olga.see(`/settings/text/charsets/${id}`)
  }
  await tour.end()
})
