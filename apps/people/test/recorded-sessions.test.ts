import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, realpath, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { expectRecorded } from '@pictoglyph/recorded'
import { createStableNames, linesOfJson } from '@pictoglyph/web/test/recorded-lines'
import { completionScript, shells } from '../src/completion-script.ts'
import { answerLine } from '../src/mcp/json-rpc.ts'
import { createToolServer } from '../src/mcp/tool-server.ts'
import { createClientProgram } from '../src/program.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

let site: SiteFixture
let key: string
beforeAll(async () => {
  site = await openSite({ clock: () => Date.UTC(2026, 0, 2, 3, 4, 5) })
  key = await site.createKey({ defaultCategoryId: site.categoryId })
})
afterAll(() => site[Symbol.asyncDispose]())

/** Commands in a folder of their own, recorded with what they print: `!` is standard error, `=` a failure's code. */
async function openSession(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pictoglyph session-')))
  const names = createStableNames({
    image: /(?<=\/[ip]\/|\bid\W{1,8})[0-9A-Za-z]{14}\b/g,
    request: /(?<="requestId":")[0-9A-Za-z]{14}/g,
  })
  names.name(folder, 'FOLDER')
  names.name(encodeURI(folder), 'FOLDER')
  names.name(site.url, 'URL')
  names.name(site.categoryId, 'CATEGORY')
  names.name(key, 'KEY')
  names.name(key.slice(0, -1), 'KEY-CUT')
  const lines: (string | Promise<string[]>)[] = []
  const own = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: key }

  async function write(more: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [name, content] of Object.entries(more)) await Bun.write(join(folder, name), content)
  }
  await write(files)

  async function finish(child: Bun.Subprocess<Blob, 'pipe', 'pipe'>) {
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { out, shown: [...shown('  ', out), ...shown('! ', err), ...(code === 0 ? [] : [`= ${code}`])] }
  }

  /** Runs the command with its words. */
  async function run(
    words: readonly string[],
    input: string | Uint8Array<ArrayBuffer> = '',
    more: Record<string, string> = {},
  ): Promise<string> {
    const child = Bun.spawn([process.execPath, main, ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...own, ...more },
      stdin: new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const finished = finish(child)
    const said = words.map((word) => (/^[\w./:=,-]+$/.test(word) ? word : `'${word}'`)).join(' ')
    const set = Object.entries(more).map(([name, value]) => `${name}='${value}' `)
    const given =
      typeof input !== 'string' || input === '' ? '' : ` <<< ${JSON.stringify(input.slice(0, 60))}`
    lines.push(
      `$ ${set.join('')}${said}${given}`,
      finished.then((one) => one.shown),
    )
    return (await finished).out
  }

  return {
    folder,
    names,
    write,
    about: (part: string) => void lines.push('', `# ${part}`),
    note: (...more: string[]) => void lines.push(...more),
    run,
    /** Runs the command with words of each list, several at a time. */
    async each(lists: readonly (readonly string[])[], input = '', more: Record<string, string> = {}) {
      for (let at = 0; at < lists.length; at += 4)
        await Promise.all(lists.slice(at, at + 4).map((words) => run(words, input, more)))
    },
    /** Shows a file as it is now. */
    async show(name: string) {
      const file = Bun.file(join(folder, name))
      lines.push(
        `(${name})`,
        ...((await file.exists()) ? shown('| ', await file.text()) : ['| is not there']),
      )
    },
    lines: async () => (await Promise.all(lines)).flat().map(names.in),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function shown(mark: string, text: string): string[] {
  if (text === '') return []
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) =>
      (mark + (line.length > 3_000 ? `${line.slice(0, 60)}… (${line.length} letters)` : line)).trimEnd(),
    )
}

const recordedIn = (name: string) => new URL(`./recorded-${name}.txt`, import.meta.url)

test('the help of each command is as recorded', async () => {
  const program = await createClientProgram({})
  const lines: string[] = []
  for (const command of [program, ...program.commands]) {
    lines.push(`$ ${command === program ? '' : `${command.name()} `}--help`)
    command.configureOutput({
      getOutHelpWidth: () => 100,
      getOutHasColors: () => false,
      writeOut: (text) => void lines.push(...shown('  ', text)),
    })
    command.outputHelp()
  }
  await expectRecorded(recordedIn('help'), lines)
})

test('uploads, settings of programs and words in the wrong place are answered as recorded', async () => {
  const picture = pngOf(1)
  await using session = await openSession({
    'a.png': picture,
    'b c.png': pngOf(2),
    'deep/d.png': pngOf(3),
    'deep/.hidden.png': pngOf(4),
    'deep/x[1].png': pngOf(5),
    'text.png': 'no picture',
    'empty/notes.txt': '',
  })
  const { run, each, about } = session

  about('Words in the wrong place')
  await each(
    [
      [],
      ['bogus'],
      ['uplod'],
      ['upload'],
      ['upload', 'a.png', '--titel', 'x'],
      ['upload', 'a.png', '--title'],
      ['--version'],
      ['encode', 'word'],
      ['completion'],
      ['completion', 'cmd'],
    ].flatMap((words) => [[...words], [...words, '--json']]),
  )
  await run(['upload', '\u001b[31m'])

  await each([
    ['bogus', '--json'],
    ['upload', '--json'],
    ['upload', 'a.png', '--title', '--json'],
    ['completion', 'cmd', '--json'],
  ])

  about('Uploads')
  await run(['upload', 'a.png'])
  await run(['upload', 'a.png', '--json'])
  await run(['upload', 'b c.png', 'deep/*.png', '-', '--title-from-name'], picture)
  await run(['upload', 'deep/*.png', '--dry-run'])
  await run(['upload', 'text.png', 'a.png', '--dry-run', '--json'])
  await run(['upload', 'text.png', 'a.png', '--dry-run'])
  await run(['upload', 'text.png', 'a.png'])
  await run(['upload', 'text.png', '--json'])
  await each(
    ['markdown', 'bbcodeLinked', 'htmlResponsive', 'nothing'].map((format) => [
      'upload',
      'a.png',
      '--format',
      format,
    ]),
  )
  await each(
    ['0', '1', '99', '100', 'x'].map((concurrency) => ['upload', 'a.png', '--concurrency', concurrency]),
  )
  await run(['upload', '-', '-'])
  await run(['upload', 'a.png', '--title', 'x', '--title-from-name'])
  await run([
    'upload',
    'a.png',
    '--title',
    'A & b',
    '--description',
    'c',
    '--expires-in',
    '1h',
    '--category',
    site.categoryId,
    '--json',
  ])
  await run(['upload', 'a.png', '--album', 'nothing', '--expires-in', 'soon'])
  await run(['upload', 'a.png', '--category', 'nothing'])
  await each(
    [
      'nothing.png',
      '*.gif',
      'deep',
      'empty',
      '{a,b c}.png',
      'deep/[!d]*.png',
      '?.png',
      '**/d.png',
      `${session.folder}/a.*`,
      'nowhere/*.png',
      'a.png/*',
    ].map((files) => ['upload', files]),
  )
  await run(['upload', '-'], 'no picture')

  about('Keys and addresses')
  const without = { PICTOGLYPH_KEY: '' }
  await run(['upload', 'a.png'], '', without)
  await run(['upload', 'a.png', '--json'], '', without)
  await each(
    ['nothing', 'Bearer pgl_x', '"pgl_x"', 'Authorization: pgl_x', ' pgl_x', 'pgl_\u00e9', 'pgl_x;'].map(
      (wrong) => ['upload', 'a.png', '--key', wrong],
    ),
  )
  await run(['upload', 'a.png', '--key', 'nothing', '--json'])
  const keys = [await site.createKey({ permissions: [] }), await site.createKey()]
  for (const [at, other] of keys.entries()) session.names.name(other, `KEY-${at + 1}`)
  await each(keys.map((other) => ['upload', 'a.png', '--key', other]))
  for (const url of ['nothing', 'ftp://x', 'http://127.0.0.1:9', `${site.url}/nothing`, `${site.url}/`]) {
    await run(['upload', 'a.png', '--url', url])
    await run(['upload', 'a.png'], '', { PICTOGLYPH_IMAGES_URL: url })
  }

  about('Settings of programs')
  const listed = await run(['client'])
  await run(['client', '--json'])
  const ids = listed
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0] ?? '')
  expect(ids.length).toBeGreaterThan(5)
  await each(ids.map((id) => ['client', id, '--url', 'https://img.example', '--category', 'general']))
  await run(['client', ids[0] ?? '', '--json', '--url', 'https://img.example'])
  await run(['client', (ids[0] ?? '').toUpperCase(), '--url', 'https://img.example'])
  await run(['client', 'nothing'])
  await run(['client', ids[0] ?? '', '--key', key.slice(0, -1)])
  await run(['client', ids[0] ?? ''], '', without)
  await run(['completion', 'fish', '--json'])
  const program = await createClientProgram({})
  for (const shell of shells)
    session.note(`$ completion ${shell}`, ...shown('  ', completionScript(shell, program)))
  await expectRecorded(recordedIn('uploads'), await session.lines())
}, 120_000)

test('ciphers are made and read as recorded', async () => {
  await using session = await openSession({
    'key.txt': '\ufeffsecret\r\nmore\n',
    'odd.txt': Uint8Array.of(0xff),
  })
  const { run, each, about } = session
  about('Without a key')
  await each(
    ['roar', 'meow', 'nothing'].map((charset) => ['encode', '--charset', charset]),
    'Hello\n',
  )
  await each(
    ['汪喵嗷~', 'abc', 'aabc', 'abcde'].map((symbols) => ['encode', '--symbols', symbols]),
    'Hello',
  )
  await run(['encode', '--symbols', 'abcd', '--charset', 'roar'], 'Hello')
  await each(
    ['compact', 'classic', 'nothing', 'rc4', 'aesgcm'].map((preset) => ['encode', '--preset', preset]),
    'Hello',
  )
  await run(['encode', '--json'], 'Hello')
  await run(['encode'])
  await run(['encode', '--json'])
  await run(['encode'], Uint8Array.of(0xff))
  await run(['encode'], 'x'.repeat(20_001))
  const cipher = (await run(['encode'], 'Hello')).trim()
  const other = (await run(['encode'], 'there')).trim()
  const own = (await run(['encode', '--symbols', 'abcd'], 'Hello')).trim()
  for (const more of [[], ['--json']]) {
    await run(['decode', ...more], cipher)
    await run(['decode', ...more], `so ${cipher}\nand ${other}\n`)
    await run(['decode', ...more], `${cipher} ~呜嗷嗷 ${other}`)
    await run(['decode', ...more], `${cipher.slice(0, -1)} ${other}`)
    await run(['decode', ...more], 'nothing')
    await run(['decode', ...more])
    await run(['decode', '--symbols', 'abcd', ...more], own)
  }
  await run(['decode', '--symbols', 'abc'], own)
  about('With a key')
  const keyed = (await run(['encode', '--preset', 'rc4', '--key', 'secret'], 'Hello')).trim()
  session.names.name(keyed, 'KEYED')
  await run(['decode'], keyed)
  await run(['decode', '--json'], keyed)
  await run(['decode', '--key', 'secret'], keyed)
  await run(['decode', '--key-file', 'key.txt', '--json'], keyed)
  await run(['decode', '--key', 'another'], keyed)
  await each(
    ['nothing.txt', 'odd.txt', '.'].map((file) => ['decode', '--key-file', file]),
    keyed,
  )
  await run(['decode', '--key', 'secret', '--key-file', 'key.txt'], keyed)
  await run(['encode', '--preset', 'rc4', '--key', 'k'.repeat(257)], 'Hello')
  const half = JSON.stringify({ text: 'x' })
  await run(['encode', '--key', 'k', '--json'], half)
  await expectRecorded(recordedIn('ciphers'), await session.lines())
}, 120_000)

/** A host of pictures, and of each way in which one can fail. */
function openHost() {
  const waits = new Map<string, number>()
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      const { pathname } = new URL(url)
      const [, kind = '', more = ''] = pathname.split('/')
      if (kind === 'ok') return new Response(pngOf(70 + more.length))
      if (kind === 'text') return new Response('no picture')
      if (kind === 'empty') return new Response('')
      if (kind === 'status') return new Response(pngOf(1), { status: Number.parseInt(more, 10) })
      if (kind === 'to')
        return new Response(null, { status: 302, headers: { Location: decodeURIComponent(more) } })
      if (kind === 'hops') {
        const left = Number.parseInt(more, 10)
        const Location = left === 0 ? '/ok/hopped.png' : `/hops/${left - 1}.png`
        return new Response(null, { status: 307, headers: { Location } })
      }
      if (kind === 'bare') return new Response(null, { status: 302 })
      if (kind === 'wait') {
        const [times = '0', after = '0'] = more.replace('.png', '').split('-')
        const asked = (waits.get(more) ?? 0) + 1
        waits.set(more, asked)
        if (asked <= Number(times))
          return new Response(null, { status: asked % 2 ? 503 : 429, headers: { 'Retry-After': after } })
        return new Response(pngOf(80))
      }
      return new Response(null, { status: 410 })
    },
  })
}

test('documents are moved, tried, looked at and undone as recorded', async () => {
  await using host = openHost()
  const foreign = `127.0.0.1:${host.port}`
  const document = `---
cover: /fixed.png
hero: one.png
---
![One](one.png "t") ![again](./one.png#a) <img src="two words.png"> ![e](gone.png)
![no](text.png) ![[named.png|200]] ![[twice.png]] ![](data:image/png;base64,AA) [link](one.png)
![](http://${foreign}/ok/a.png) ![](http://${foreign}/ok/a.png?x=1) ![x](http://${foreign}/text/a.png)
![](http://${foreign}/status/404.png) ![](http://${foreign}/status/200.png) ![](http://${foreign}/empty/a.png)
![](http://${foreign}/hops/4.png) ![](http://${foreign}/hops/5.png) ![](http://${foreign}/bare/a.png)
![](http://${foreign}/to/file%3A%2F%2F%2Fetc%2Fa.png) ![](http://${foreign}/to/%2Fok%2Fa.png) ![](http://${foreign}/wait/5-0.png)
![](http://${foreign}/wait/6-0.png) ![](http://${foreign}/wait/1-61.png) ![](http://${foreign}/wait/1-x.png)
![](http://other.example/b.png) ![](//${foreign}/ok/b.png) ![](away.example/ok/c.png)
![](../outside.png) ![](c:\\\\a.png) ![](a%00.png) ![](http://[::1/x.png) ![](${site.url}/i/aaaaaaaaaaaaaa.png)
![odd](img/sp ace.png) {{< figure src="one.png" >}} <video poster="one.png"></video>
`
  await using session = await openSession({
    'posts/a.md': document,
    'posts/one.png': pngOf(60),
    'posts/two words.png': pngOf(61),
    'posts/text.png': 'no picture',
    'posts/img/sp ace.png': pngOf(62),
    'vault/named.png': pngOf(63),
    'x/twice.png': pngOf(64),
    'y/twice.png': pngOf(65),
    'static/fixed.png': pngOf(66),
    'posts/b.html': '<img src="one.png" srcset="one.png 1x, two%20words.png 2x"><base href="./">',
    'posts/c.txt': 'x',
    'posts/plain.md': 'No picture.\n',
    'odd.md': Uint8Array.of(0xff),
    'deep.html': '<div>'.repeat(20),
  })
  await Bun.write(join(dirname(session.folder), 'outside.png'), 'x').then(() =>
    rm(join(dirname(session.folder), 'outside.png')),
  )
  await symlink('posts/a.md', join(session.folder, 'linked.md'))
  session.names.name(foreign, 'HOST')
  const { run, each, about, show } = session
  const all = [
    '--static',
    'static',
    '--front-matter',
    'hero',
    '--from',
    foreign,
    'nowhere.invalid',
    '--allow-private',
  ]

  about('Words')
  await run(['rehost'])
  await each(
    [
      ['-'],
      ['nothing.md'],
      ['posts/c.txt'],
      ['odd.md'],
      ['linked.md'],
      ['static'],
      ['posts/*.txt'],
      ['posts/a.md', '--from', '*'],
      ['posts/a.md', '--static', 'nothing'],
      ['posts/a.md', '--check', '--dry-run'],
      ['posts/a.md', '--undo', '--check'],
      ['posts/a.md', '--redirects', 'nginx', '--check'],
      ['posts/a.md', '--redirects', 'nginx', '--dry-run'],
      ['posts/a.md', '--redirects', 'apache'],
      ['posts/a.md', '--url', 'nothing'],
      ['posts/a.md', '--key', 'Bearer x'],
    ].map((words) => ['rehost', ...words]),
  )
  await run(['rehost', 'posts/plain.md'], '', { PICTOGLYPH_KEY: '' })

  await each(['-', 'posts/c.txt', 'odd.md'].map((file) => ['rehost', file, '--json']))

  about('Looking')
  await run(['rehost', 'posts', '--check'])
  await run(['rehost', 'posts', '--check', '--json'])
  await run(['rehost', 'posts/plain.md', '--check'])
  about('Trying')
  await run(['rehost', 'posts', '--dry-run', '--static', 'static'])
  await run(['rehost', 'posts/b.html', '--dry-run', '--json'])
  await run(['rehost', 'posts/b.html', '--dry-run'], '', { PICTOGLYPH_KEY: '' })
  await run(['rehost', 'posts/a.md', '--dry-run', '--from', foreign], '')
  await run(['rehost', 'posts/b.html', '--dry-run', '--category', 'nothing'])
  await show('rehosted.jsonl')
  about('Moving')
  await run(['rehost', 'posts', ...all])
  await show('posts/a.md')
  await show('posts/b.html')
  await show('rehosted.jsonl')
  await run(['rehost', 'posts', ...all, '--json'])
  await run(['rehost', 'posts/plain.md', 'posts/b.html', '--json'])
  about('Redirects')
  for (const server of ['nginx', 'caddy', 'netlify'])
    await run(['rehost', '--redirects', server, '--static', 'static'])
  await run(['rehost', '--redirects', 'nginx', '--map', 'nothing.jsonl'])
  await run(['rehost', '--redirects', 'nginx', '--map', 'posts/c.txt'])
  await session.write({
    'away.jsonl': `${JSON.stringify({ file: 'a "b".md', from: 'img/ü "q".png', to: 'https://img.example/i/x.png#a' })}\n${JSON.stringify({ file: 'z.md', from: 'http://old.example/%zz.png', to: 'https://img.example/i/y.png' })}\n`,
  })
  for (const server of ['nginx', 'caddy', 'netlify'])
    await run(['rehost', '--redirects', server, '--map', 'away.jsonl'])
  about('Undoing')
  await session.write({
    'posts/b.html': (await Bun.file(join(session.folder, 'posts/b.html')).text())
      .replace('<img src', '<img alt="changed" src')
      .replace(/srcset="[^ ]+/, 'srcset="mine.png'),
  })
  await run(['rehost', 'posts/plain.md', 'posts/b.html', 'posts/a.md', '--undo'])
  expect(await Bun.file(join(session.folder, 'posts/a.md')).text()).toBe(document)
  await show('posts/b.html')
  await run(['rehost', 'posts', 'odd.md', '--undo', '--json'])
  await expectRecorded(recordedIn('documents'), await session.lines())
}, 120_000)

test('the tools of agents answer as recorded', async () => {
  await using session = await openSession({
    'a.png': pngOf(50),
    'deep/b.JPG': pngOf(51),
    'text.png': 'no picture',
  })
  for (const [at, name] of ['a.png', 'deep/b.JPG', 'text.png'].entries()) {
    const day = new Date(Date.UTC(2026, 0, at + 1))
    await utimes(join(session.folder, name), day, day)
  }
  const { about, note } = session
  const serve = (more: Partial<Parameters<typeof createToolServer>[0]> = {}) =>
    createToolServer({ imagesUrl: site.url, key, folders: [session.folder], ...more })
  let server = serve()
  const send = async (line: unknown) => {
    const text = typeof line === 'string' ? line : JSON.stringify(line)
    const answer = await answerLine(server, text)
    note(
      `> ${text.length > 200 ? `${text.slice(0, 60)}… (${text.length} letters)` : text}`,
      ...(answer === undefined ? ['(no answer)'] : linesOfJson(JSON.parse(session.names.in(answer)))),
    )
  }
  let id = 0
  const nextId = () => {
    id += 1
    return id
  }
  const ask = (method: string, params: object = {}) => send({ jsonrpc: '2.0', id: nextId(), method, params })
  const call = (name: string, given: unknown) => ask('tools/call', { name, arguments: given })

  about('Messages')
  for (const line of [
    '',
    '{',
    '[]',
    '{}',
    '5',
    'null',
    '"a"',
    '\ufeff{"jsonrpc":"2.0","id":"a","method":"ping"}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}',
    '{"jsonrpc":"2.0","method":"ping"}',
    '{"jsonrpc":"2.0","method":"nothing"}',
    '{"jsonrpc":"2.0","id":1,"method":"nothing"}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{}}',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  ])
    await send(line)
  for (const protocolVersion of [
    '2025-11-25',
    '2025-06-18',
    '2024-11-05',
    '2000-01-01',
    undefined,
    '2025-03-26',
  ])
    await ask('initialize', { protocolVersion })
  await send('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"ping"},5]')
  await send('[{"jsonrpc":"2.0","method":"ping"}]')
  await send('[]')

  about('Tools')
  await ask('tools/list')
  await ask('tools/call', { name: 'nothing' })
  await ask('tools/call', { name: 'encode' })
  await call('encode', [])
  for (const given of [
    { text: 'Hi' },
    { text: 'Hi', preset: 'rc4' },
    { text: 'Hi', charset: 'nothing' },
    { text: 'Hi', preset: 'nothing' },
    { text: '' },
    { text: 5 },
    { text: 'Hi', more: 1 },
    { text: 'Hi', key: 'k'.repeat(257) },
    { text: 'x'.repeat(20_001) },
  ])
    await call('encode', given)
  for (const given of [
    { cipher: '' },
    { cipher: 'nothing' },
    { cipher: '~呜嗷嗷嗷嗷呜啊嗷啊~呜嗷呜呜~嗷嗷嗷啊嗷啊呜啊啊呜呜啊' },
    { cipher: 'x'.repeat(200_001) },
  ])
    await call('decode', given)
  for (const given of [
    {},
    { name: 'DEEP' },
    { limit: 1 },
    { limit: 3 },
    { limit: 0 },
    { limit: 501 },
    { limit: 500 },
    { limit: 1.5 },
    { limit: '1' },
    { name: 'nothing' },
    { name: null },
  ])
    await call('find_images', given)
  for (const given of [
    {},
    { path: 'a.png' },
    { path: join(session.folder, 'a.png'), title: 'T', expiresIn: '1h' },
    { path: pathToFileURL(join(session.folder, 'deep/b.JPG')).href, description: 'd' },
    { path: 'FILE://host/a.png' },
    { path: 'text.png' },
    { path: 'nothing.png' },
    { path: '../a.png' },
    { path: 'a.png', title: 'x'.repeat(501) },
    { path: 'a.png', title: 'x'.repeat(500) },
    { path: 'a.png', description: 'x'.repeat(10_001) },
    { path: 'a.png', expiresIn: 'soon' },
    { path: 'a.png', expiresIn: '1234567s' },
    { path: 'a.png', categoryId: 'nothing' },
    { path: 'a.png', albumId: 'nothing' },
  ])
    await call('upload_image', given)
  about('Without a key, and with a wrong one')
  for (const wrong of [undefined, '', 'nothing', 'Bearer x']) {
    server = serve({ key: wrong })
    await call('upload_image', { path: 'a.png' })
  }
  server = serve({ imagesUrl: 'http://127.0.0.1:9' })
  await call('upload_image', { path: 'a.png' })
  about('The command')
  await session.run(['mcp', '--url', 'nothing'])
  await session.run(['mcp', '--root', 'nothing', '--json'])
  await session.run(
    ['mcp'],
    '\n{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n{"jsonrpc":"2.0","method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"nothing"}',
  )
  await expectRecorded(recordedIn('tools'), await session.lines())
}, 120_000)
