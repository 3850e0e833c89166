import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let site: SiteFixture
let folder: string
beforeAll(async () => {
  site = await openSite()
  folder = await mkdtemp(join(tmpdir(), 'pictoglyph-terminal-'))
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Runs a line of a shell on a terminal, in which `client` is the command; all that the terminal receives. */
async function onTerminal(line: string): Promise<string> {
  const ended = Promise.withResolvers<void>()
  const received: Uint8Array[] = []
  const client = `client() { '${process.execPath}' '${main}' "$@"; }`
  const env = {
    PATH: process.env.PATH,
    PICTOGLYPH_IMAGES_URL: site.url,
    PICTOGLYPH_KEY: await site.createKey({ defaultCategoryId: site.categoryId }),
  }
  const child = Bun.spawn(['sh', '-c', `${client}; ${line}`], {
    cwd: folder,
    env,
    // Kills a command that never ends.
    timeout: 20_000,
    killSignal: 'SIGKILL',
    terminal: { cols: 100, data: (_, more) => void received.push(more), exit: () => ended.resolve() },
  })
  expect(await child.exited).toBe(0)
  await ended.promise
  return Buffer.concat(received).toString()
}

test('a text keeps its lines on a terminal, which obeys nothing else of it', async () => {
  const text = 'one\n\ntwo\u001b[2J\u202e\r\nthree\n'
  await Bun.write(join(folder, 'text'), text)
  const shown = await onTerminal('client encode < text > cipher; client decode < cipher')
  expect(shown).toBe('one\r\n\r\ntwo\\u001b[2J\\u202e\\u000d\r\nthree\r\n')
  await onTerminal('client decode < cipher > decoded')
  expect(await Bun.file(join(folder, 'decoded')).text()).toBe(text)
})

test('a terminal shows the progress of uploads, and then what came of each file in order', async () => {
  await Bun.write(join(folder, 'text'), 'none')
  for (const colour of [1, 2]) await Bun.write(join(folder, `${colour}.png`), pngOf(colour))
  const { bar, rest } = partsOf(await onTerminal('client upload 1.png text 2.png || true'))
  const [one, other] = [pngOf(1).length, pngOf(2).length]
  expect(bar).toEqual(barOf(one + 4 + other))
  const link = expect.stringMatching(/^http\S+\.png$/)
  expect(rest).toEqual([
    link,
    expect.stringMatching(/^pictoglyph-client: text: The file is text.* \(TYPE_NOT_ALLOWED\)$/),
    link,
  ])
  const { bar: beside, rest: none } = partsOf(await onTerminal('client upload 1.png > links'))
  expect([beside, none]).toEqual([barOf(one), []])
  expect(await Bun.file(join(folder, 'links')).text()).toMatch(/^http\S+\.png\n$/)
  expect(await onTerminal('client upload 1.png 2>&1 | cat')).toMatch(/^http\S+\.png\r\n$/)
})

const barOf = (bytes: number) => [
  `Uploading ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0%  0 bytes of ${bytes} bytes`,
  `Uploading ██████████████████████████████ 100%  ${bytes} bytes of ${bytes} bytes`,
]

test('a bar of things counts them, and no more than there are', async () => {
  const progress = JSON.stringify(join(import.meta.dir, '../src/progress.ts'))
  const program = `
    import { createProgress } from ${progress}
    const bar = createProgress('Moving', 1200)
    for (const count of [1199, 2]) bar.advance(count)
    bar.finish()
  `
  await Bun.write(join(folder, 'bar.ts'), program)
  const { bar, rest } = partsOf(await onTerminal(`'${process.execPath}' bar.ts`))
  expect(bar).toEqual([
    'Moving ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 0%  0 of 1200',
    'Moving ██████████████████████████████ 100%  1200 of 1200',
  ])
  expect(rest).toEqual([])
})

test('a made thing is a sentence on a terminal, and JSON for programs', async () => {
  const program = `
    import { createOutput } from ${JSON.stringify(join(import.meta.dir, '../src/output.ts'))}
    const [how] = process.argv.slice(2)
    const output = createOutput(how === 'json')
    output.made({ id: 'a' }, 'Thing a is made.')
    output.made({ id: 'b', key: 'x' }, 'Thing b is made.', { called: 'Key', value: 'x' })
  `
  await Bun.write(join(folder, 'made.ts'), program)
  const made = `'${process.execPath}' made.ts`
  const [a, b] = ['{"id":"a"}\r\n', '{"id":"b","key":"x"}\r\n']
  expect(await onTerminal(made)).toBe(
    'Thing a is made.\r\nThing b is made.\r\nKey, shown only this once: x\r\n',
  )
  expect(await onTerminal(`${made} json`)).toBe(a + b)
  expect(await onTerminal(`${made} 2> /dev/null | cat`)).toBe(a + b)
  expect(await onTerminal(`${made} > /dev/null`)).toBe('Thing a is made.\r\nThing b is made.\r\n')
})

/** The first and the last picture of a bar that is cleared in the end with its cursor back, and the lines after it. */
function partsOf(shown: string): { bar: string[]; rest: string[] } {
  const [, drawn = '', after = ''] =
    /^<7<\[\?25l<\[\?7l<\[1G(.*)<\[\?25h<\[\?7h<8<\[1G<\[2K(.*)$/s.exec(shown.replaceAll('\u001b', '<')) ?? []
  const pictures = drawn.split('<[1G').map((picture) => picture.replace('<[0K', ''))
  const [first = '', ...more] = pictures
  return { bar: [first, more.at(-1) ?? ''], rest: after === '' ? [] : after.trimEnd().split('\r\n') }
}
