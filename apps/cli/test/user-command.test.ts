import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { type Finished, pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

let site: SiteFixture
beforeAll(async () => {
  site = await openSite()
  await site.addUser('bob')
})
afterAll(() => site[Symbol.asyncDispose]())

const userCommand = (words: readonly string[], input = ''): Promise<Finished> =>
  pictoglyph(placesOf(site), ['user', ...words], input)

const bob = () => site.ports.database.users.byName('bob')

test('a quota is set in any unit and lifted again', async () => {
  for (const [size, quotaBytes] of [
    ['1000', 1_000],
    ['500MB', 500 * 1024 ** 2],
    ['1.5 GiB', 1.5 * 1024 ** 3],
    ['2g', 2 * 1024 ** 3],
    ['0', 0],
    ['none', null],
  ] as const) {
    const { out } = await userCommand(['quota', 'bob', size, '--json'])
    expect(JSON.parse(out)).toEqual({ ok: true, name: 'bob', quotaBytes })
    expect(await bob()).toMatchObject({ quotaBytes })
  }
  expect((await userCommand(['quota', 'bob', '2GB'])).out).toBe('The user "bob" has a quota of 2 GB.\n')
})

test('a quota that is no size is refused', async () => {
  for (const size of ['', 'much', '1e3', '5 bananas', '99999999TB', '1.2.3']) {
    const { code, err } = await userCommand(['quota', 'bob', size])
    expect([code, err]).toEqual([1, expect.stringContaining('is not a size')])
  }
})

test('a role is given and taken, but not from the last administrator', async () => {
  expect((await userCommand(['role', 'bob', 'admin'])).out).toBe('The user "bob" is an administrator.\n')
  expect(await bob()).toMatchObject({ role: 'admin' })
  expect((await userCommand(['role', 'bob', 'member'])).out).toBe('The user "bob" is a member.\n')
  expect(await bob()).toMatchObject({ role: 'member' })
  const refused = await userCommand(['role', 'admin', 'member'])
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('last administrator')])
  expect((await userCommand(['role', 'bob', 'king'])).code).toBe(1)
})

test('who is added without a role is a member', async () => {
  const { code, err } = await userCommand(['add', 'berta'])
  expect([code, err]).toEqual([0, expect.stringContaining('The user "berta" is added as a member.')])
  expect(await site.ports.database.users.byName('berta')).toMatchObject({ role: 'member' })
})

test('a lost password is replaced by one that is given, or made up and shown once', async () => {
  const { passwords } = site.ports
  const given = await userCommand(
    ['password', 'bob', '--password-stdin', '--json'],
    'quite another password\n',
  )
  expect(JSON.parse(given.out)).toEqual({ id: (await bob())?.id })
  expect(await passwords.verify('quite another password', (await bob())?.passwordHash ?? '')).toBe(true)
  const made = JSON.parse((await userCommand(['password', 'bob'])).out)
  expect(await passwords.verify(made.password, (await bob())?.passwordHash ?? '')).toBe(true)
  expect(await passwords.verify('quite another password', (await bob())?.passwordHash ?? '')).toBe(false)
  expect((await userCommand(['password', 'bob', '--password-stdin'], 'short\n')).code).toBe(1)
  expect(
    (await userCommand(['password', 'nobody', '--password-stdin'], 'a long enough one\n')).err,
  ).toContain('was not found')
})

test('a name that looks like another, or that no one can see, is given to nobody', async () => {
  for (const [name, reason] of [
    ['аdmin', 'scripts'],
    ['ad\u200bmin', 'character that no one sees'],
    ['bob\u{e0041}', 'character that no one sees'],
  ] as const) {
    const { code, out, err } = await userCommand(['add', name])
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(reason)])
  }
  expect((await site.ports.database.users.list()).map((user) => user.name).sort()).toEqual([
    'admin',
    'berta',
    'bob',
  ])
})
