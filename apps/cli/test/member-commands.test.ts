import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { acceptInvitation, findInvitation } from '@pictoglyph/site/accounts/invitations'
import { type Finished, pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

let site: SiteFixture
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const userCommand = (...words: string[]): Promise<Finished> => pictoglyph(placesOf(site), ['user', ...words])
const answerOf = async (...words: string[]) => JSON.parse((await userCommand(...words, '--json')).out)
const byName = (name: string) => site.ports.database.users.byName(name)
const tokenOf = (link: string) => /\/invitation\/([0-9A-Za-z]{43})$/.exec(link)?.[1] ?? ''

async function written(text: string): Promise<string> {
  const path = join(site.directory, 'members.csv')
  await Bun.write(path, text)
  return path
}

async function upload(userId: string, seed: number): Promise<string> {
  const key = await site.createKey({ userId, defaultCategoryId: site.categoryId })
  const body = new FormData()
  body.set('file', new Blob([pngOf(seed)]), 'a.png')
  const headers = { Authorization: `Bearer ${key}` }
  const answer = await fetch(`${site.url}/api/v1/upload`, { method: 'POST', headers, body })
  return (await answer.json()).data.url
}

test('a list is tried without a change, then adds its users with a link for each, then changes nothing', async () => {
  await site.setPolicy('users.defaultQuota', '1GB')
  const path = await written('name,display name,role,quota\nann,Ann,admin,\nbob,,,500MB\ncid,,,none\n')
  const tried = await answerOf('import', path, '--dry-run')
  expect(tried).toMatchObject([
    { line: 2, name: 'ann', role: 'admin', quota: '1 GB', state: 'would be added', link: null },
    { line: 3, name: 'bob', role: 'member', quota: '500 MB', state: 'would be added', link: null },
    { line: 4, name: 'cid', role: 'member', quota: 'none', state: 'would be added', link: null },
  ])
  expect(await byName('ann')).toBeUndefined()
  const added = await answerOf('import', path)
  expect(new Set(added.map(({ link }: { link: string }) => tokenOf(link))).size).toBe(3)
  for (const { name, link } of added) {
    expect((await findInvitation(site.ports, tokenOf(link))).user?.name).toBe(name)
  }
  expect(await byName('ann')).toMatchObject({ displayName: 'Ann', role: 'admin', quotaBytes: 1024 ** 3 })
  expect(await byName('cid')).toMatchObject({ role: 'member', quotaBytes: null, passwordHash: '' })
  const again = await answerOf('import', path)
  expect(again).toMatchObject([{ state: 'exists', link: null }, { state: 'exists' }, { state: 'exists' }])
})

test('a site is not left to an administrator who was imported and never came', async () => {
  const path = await written('name,role\nboss,admin\n')
  const [{ link }] = await answerOf('import', path)
  for (const words of [
    ['delete', 'admin', '--yes'],
    ['disable', 'admin'],
    ['role', 'admin', 'member'],
  ]) {
    const { code, out, err } = await userCommand(...words)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('Another one needs a password')])
  }
  expect(await byName('admin')).toMatchObject({ role: 'admin', disabledAtMs: null })
  const given = { name: '', displayName: '', password: 'a long enough password' }
  await acceptInvitation(site.ports, tokenOf(link), 'local', given)
  expect(await answerOf('role', 'admin', 'member')).toMatchObject({ role: 'member' })
  await userCommand('role', 'admin', 'admin')
})

test('a list with a line that can’t be taken adds no one, and every such line is said', async () => {
  const path = await written('name,role\ndan,member\neve,queen\nd\u0430n,\n')
  for (const words of [['--dry-run'], []]) {
    const { code, out, err } = await userCommand('import', path, ...words)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/Line 3: The role "queen".*Line 4: .*2 lines can not be taken/s)
  }
  expect(await byName('dan')).toBeUndefined()
  expect((await userCommand('import', join(site.directory, 'nowhere.csv'))).code).toBe(1)
})

test('a link is made for a new user, for a new password of one, and for anyone', async () => {
  const forNew = await answerOf('invite', 'fay', '--display-name', 'Fay', '--quota', '2GB', '--days', '3')
  expect(await byName('fay')).toMatchObject({ displayName: 'Fay', quotaBytes: 2 * 1024 ** 3 })
  const forKnown = await answerOf('invite', 'fay')
  expect(findInvitation(site.ports, tokenOf(forNew.link))).rejects.toThrow()
  expect((await findInvitation(site.ports, tokenOf(forKnown.link))).user?.name).toBe('fay')
  const forAnyone = await answerOf('invite')
  const { invitation, user } = await findInvitation(site.ports, tokenOf(forAnyone.link))
  expect([user, invitation.quotaBytes]).toEqual([undefined, 1024 ** 3])
  for (const days of ['0', '91', '1.5', 'long']) {
    expect((await userCommand('invite', '--days', days)).code).toBe(1)
  }
})

test('a user gets another name, which no one else has', async () => {
  await site.addUser('gil')
  expect((await userCommand('rename', 'gil', 'ANN')).err).toContain('exists already')
  expect(await answerOf('rename', 'gil', 'gilbert')).toMatchObject({ name: 'gilbert' })
  expect(await byName('gil')).toBeUndefined()
  expect(await byName('gilbert')).toBeDefined()
})

test('a user is deleted with all images at once, after a list of what goes', async () => {
  const hal = await site.addUser('hal')
  const url = await upload(hal, 1)
  await site.addAlbum('Holidays', hal)
  const told = await answerOf('delete', 'hal')
  expect(told).toMatchObject({ deleted: false, images: 1, albums: 1, keys: 1 })
  expect((await fetch(url)).status).toBe(200)
  expect(await answerOf('delete', 'hal', '--yes')).toMatchObject({ deleted: true, images: 1 })
  expect((await fetch(url)).status).toBe(404)
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
  const { items } = await site.ports.database.audit.list({ limit: 100 })
  expect(items[0]).toMatchObject({ action: 'user.delete', subject: hal })
  expect(JSON.stringify(items)).not.toMatch(/\bhal\b/)
  expect((await userCommand('delete', 'hal', '--yes')).err).toContain('was not found')
})

test('a user is deleted and the images stay, without the name of an owner', async () => {
  const ida = await site.addUser('ida')
  const url = await upload(ida, 2)
  await answerOf('delete', 'ida', '--keep-images', '--yes')
  expect((await fetch(url)).status).toBe(200)
  const shown = (await pictoglyph(placesOf(site), ['image', 'show', url, '--json'])).out
  expect(JSON.parse(shown).owner).toMatch(/^deleted /)
  expect((await userCommand('list')).out).not.toMatch(/\bida\b|deleted/)
})
