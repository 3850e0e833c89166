import { expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const linksIn = (part = '') => [...part.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)

/** The ways of the menu, or of the tabs of a page. */
const waysIn = (page: string, start: string) => linksIn(page.split(start)[1]?.split('</nav>')[0])

test('the menu has eight ways for an administrator and three for a member', async () => {
  await using testConsole = await startConsole()
  const menuOf = async (role: 'admin' | 'member') => {
    const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember(`a-${role}`, role))
    return waysIn(await (await visitor.get('/account')).text(), '<nav aria-label="Main">')
  }
  expect(await menuOf('member')).toEqual(['/images', '/albums', '/keys'])
  expect(await menuOf('admin')).toEqual([
    '/images',
    '/albums',
    '/keys',
    '/overview',
    '/all-images',
    '/users',
    '/settings/uploads',
    '/audit',
  ])
})

test('an album is among the albums in the menu, and not in the gallery', async () => {
  await using testConsole = await startConsole()
  const mia = await testConsole.addMember('mia')
  const visitor = await createSignedInVisitor(testConsole, mia)
  const album = await addAlbum(testConsole.site, commandActor, mia.id, 'Summer')
  const markedIn = async (path: string) =>
    [...(await (await visitor.get(path)).text()).matchAll(/<a href="([^"]+)" aria-current="page"/g)].map(
      ([, href]) => href,
    )
  expect(await markedIn(`/images?album=${album.id}`)).toEqual(['/albums', '/albums'])
  expect(await markedIn('/images')).toEqual(['/images', '/images'])
})

test('every tab of the settings leads to all others, and says which it is', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const tabs = ['uploads', 'accounts', 'text', 'networks', 'site'].map((tab) => `/settings/${tab}`)
  for (const path of tabs) {
    const page = await (await visitor.get(path)).text()
    expect(waysIn(page, 'class="tabs"')).toEqual(tabs)
    expect(page).toContain(`<a href="${path}" aria-current="page">`)
    expect(page.match(/<title>(\w+) · Settings/)?.[1]?.toLowerCase()).toBe(path.split('/')[2])
  }
})

test('the addresses that settings had before lead to them, with what was asked for', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  for (const [former, path] of [
    ['/settings', '/settings/uploads'],
    ['/policy?upload.maxSide=9', '/settings/uploads?upload.maxSide=9'],
    ['/categories', '/settings/uploads#categories'],
    ['/ciphers?symbols=abcd', '/settings/text?symbols=abcd'],
    ['/access?q=192.0.2.1', '/settings/networks?q=192.0.2.1'],
    ['/site', '/settings/site'],
  ] as const) {
    const answer = await visitor.get(former)
    expect([answer.status, answer.headers.get('Location')]).toEqual([301, path])
    expect((await visitor.get(path)).status).toBe(200)
  }
})

test('the reports that wait are counted where operators moderate', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const tabs = async () => (await (await visitor.get('/hashes')).text()).split('class="tabs"')[1]
  expect(await tabs()).toContain('<a href="/reports">Reports</a>')
  const report = { id: 'r1', imageId: 'none', reporter: 'x', reason: 'other', note: '', atMs: 1 }
  await testConsole.site.database.reports.add(report, { max: 9, maxOfImage: 9, maxOfReporter: 9 })
  expect(await tabs()).toContain('<a href="/reports">Reports<span class="badge warn">1</span></a>')
})
