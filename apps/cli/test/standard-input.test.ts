import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { createProgram } from '../src/program.ts'
import { bashLine, pictoglyph } from './command.ts'
import { leavesOf } from './command-table.ts'
import { placesOf } from './places-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

let site: SiteFixture
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const hashOf = async (name: string) => (await site.ports.database.users.byName(name))?.passwordHash ?? ''

test('a loop over names gives everyone a password of their own, and reads every line itself', async () => {
  const names = Array.from({ length: 6 }, (_, n) => `member-${n}`)
  const line = `printf '%s\\n' ${names.join(' ')} | while read -r n; do "$0" user add "$n" --json; done`
  const { code, out } = await bashLine(line, placesOf(site))
  const made: { password: string }[] = out
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row))
  expect([code, made.length]).toEqual([0, names.length])
  expect(new Set(made.map(({ password }) => password)).size).toBe(names.length)
  for (const [at, name] of names.entries()) {
    const { password = '' } = made[at] ?? {}
    expect(await site.ports.passwords.verify(password, await hashOf(name))).toBe(true)
    for (const other of names)
      expect(await site.ports.passwords.verify(other, await hashOf(name))).toBe(false)
  }
})

test('a loop that sets new passwords keeps its lines too', async () => {
  const names = ['loop-one', 'loop-two', 'loop-three']
  for (const name of names) await site.addUser(name)
  const line = `printf '%s\\n' ${names.join(' ')} | while read -r n; do "$0" user password "$n" --json; done`
  const { code, out } = await bashLine(line, placesOf(site))
  const passwords = out
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row).password)
  expect([code, new Set(passwords).size]).toEqual([0, names.length])
})

test.each([
  ['add', 'given'],
  ['password', 'admin'],
])(
  'user %s takes a password from standard input where that is said, and needs one then',
  async (verb, name) => {
    const words = ['user', verb, name, '--password-stdin', '--json']
    const empty = await pictoglyph(placesOf(site), words, '\nsecond line\n')
    expect([empty.code, JSON.parse(empty.err).error.message]).toEqual([
      1,
      'Standard input holds no password: its first line is empty.',
    ])
    const given = await pictoglyph(placesOf(site), words, 'the very first line\r\nanother\n')
    expect([given.code, JSON.parse(given.out)]).toEqual([0, { id: expect.any(String) }])
    expect(await site.ports.passwords.verify('the very first line', await hashOf(name))).toBe(true)
  },
)

/** Their standard input is what they work on, or a server that runs on. */
const readers = new Set(['encode', 'decode', 'mcp', 'serve'])
const commands = leavesOf(await createProgram({})).filter(({ words }) => !readers.has(words[0] ?? ''))

test.each(commands.map(({ words, args }) => [words.join(' '), [...words, ...args]] as const))(
  'the command %s leaves the standard input of a script to the script',
  async (_, words) => {
    // Some make a file or a folder of their argument where they are.
    await using folder = await temporaryFolder()
    const written = words.map((word) => Bun.$.escape(word)).join(' ')
    const { out, err } = await bashLine(
      `cd ${Bun.$.escape(folder.path)}; printf 'one\\ntwo\\n' | { "$0" ${written} >/dev/null; cat; }`,
      placesOf(site),
    )
    expect([out, err]).toEqual(['one\ntwo\n', expect.any(String)])
  },
)
