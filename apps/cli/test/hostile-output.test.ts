import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { createProgram } from '../src/program.ts'
import { type Finished, pictoglyph } from './command.ts'
import { leavesOf } from './command-table.ts'
import { placesOf } from './places-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** C0, DEL, C1, an end of the line, and controls of direction. */
const hostile = 'x\u001b]0;t\u0007\u007f\u009b2J\u202eexe\u2066\u200f\nFORGED\r'

let site: SiteFixture
beforeAll(async () => {
  site = await openSite()
  const audit = auditDraft(commandActor, 0, { action: 'category.add', subject: 'old' })
  await site.ports.database.categories.add({ id: 'old', name: hostile, enabled: true, createdAtMs: 0 }, audit)
})
afterAll(() => site[Symbol.asyncDispose]())

function expectHarmless({ out, err }: Finished): void {
  for (const text of [out, err]) {
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    expect(text).not.toMatch(/^FORGED/m)
  }
}

const commands = leavesOf(await createProgram({}), hostile).filter(({ words }) => words[0] !== 'serve')

test.each(commands.map(({ words, args }) => [words.join(' '), words, args] as const))(
  'the command %s prints names that others wrote without obeying them',
  async (_, words, args) => {
    await using folder = await temporaryFolder()
    const variables = { ...placesOf(site), PICTOGLYPH_KEY: 'pgl_key' }
    expectHarmless(await pictoglyph(variables, [...words, ...args], hostile, folder.path))
  },
)

test('usage errors repeat what was given without obeying it', async () => {
  for (const words of [[hostile], ['user', 'add', 'x', `--${hostile}`], ['user', 'role', 'admin', hostile]]) {
    expectHarmless(await pictoglyph({}, words))
  }
})

test('no file but print.ts writes to the terminal, and usage errors pass it', async () => {
  const mayWrite = ['../../people/src/print.ts', '../../people/src/usage-errors.ts']
  for (const folder of ['../src', '../../people/src']) {
    for (const name of await readdir(join(import.meta.dir, folder), { recursive: true })) {
      const path = `${folder}/${name}`
      if (!name.endsWith('.ts') || mayWrite.includes(path)) continue
      const text = await Bun.file(join(import.meta.dir, path)).text()
      const writes = /\b(?:stdout|stderr)\.write\(|console\.\w+\(|Bun\.(?:stdout|stderr)/.exec(text)
      expect([path, writes?.[0]]).toEqual([path, undefined])
    }
  }
})

test('messages and codes of a server reach the terminal as text', async () => {
  await using folder = await temporaryFolder()
  await Bun.write(join(folder.path, 'a.png'), pngOf(1))
  await Bun.write(join(folder.path, 'a.md'), '![](a.png)')
  const answer = { ok: false, error: { code: hostile, message: hostile } }
  await using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => Response.json(answer, { status: 400 }),
  })
  await using friendly = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      Response.json({
        ok: true,
        data: { id: hostile, url: hostile, formats: { url: hostile, html: hostile } },
      }),
  })
  for (const { url } of [server, friendly]) {
    const variables = { PICTOGLYPH_IMAGES_URL: url.href, PICTOGLYPH_KEY: 'pgl_key' }
    for (const more of [[], ['--json']]) {
      expectHarmless(
        await pictoglyph(variables, ['upload', join(folder.path, 'a.png'), ...more], '', folder.path),
      )
      expectHarmless(await pictoglyph(variables, ['rehost', 'a.md', ...more], '', folder.path))
    }
  }
})

test('a decoded text is exact for a program', async () => {
  const text = 'a\u001b[1mb\u202ec\r\n'
  const { out: cipher } = await pictoglyph({}, ['encode'], text)
  expect((await pictoglyph({}, ['decode'], cipher)).out).toBe(text)
})
