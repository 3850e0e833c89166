import { expect, test } from 'bun:test'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { freePort } from '@pictoglyph/web/test/free-port'
import { runCommand } from '../clients/run-command.ts'
import { openWorkFolder } from '../clients/work-folder.ts'
import { codeBlocks, document, root } from '../house/markdown.ts'

const blocks = codeBlocks(await document('docs/guide/visitors.md'))
const codeOf = (language: string, word: string): string => {
  const block = blocks.find((one) => one.language === language && one.code.includes(word))
  if (block === undefined) throw new Error(`The guide has no ${language} with ${word}.`)
  return block.code
}
const photograph = Bun.file(join(root, 'examples/photograph.jpg'))

/** What a plain Node needs to serve Next's handler as Next does: a request and its answer are the web's. */
const serveRoute = `
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { POST } from './route.mjs'
createServer(async (incoming, outgoing) => {
  const headers = new Headers(Object.entries(incoming.headers))
  const body = Readable.toWeb(incoming)
  const answer = await POST(new Request('http://site/pictures', { method: 'POST', headers, body, duplex: 'half' }))
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}).listen(process.env.PORT)
`

async function reached(url: string): Promise<void> {
  for (;;) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return
    await Bun.sleep(20)
  }
}

test.each(['express', 'next'])(
  'the backend of %s passes a picture on, and refuses in its own words',
  async (kind) => {
    await using site = await openSite()
    await using folder = await openWorkFolder()
    await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
    await writeFile(join(folder.path, 'pass-on.mjs'), codeOf('js', 'export async function passOn'))
    await writeFile(join(folder.path, 'express.mjs'), codeOf('js', "from 'express'"))
    await writeFile(join(folder.path, 'route.mjs'), codeOf('js', 'async function POST'))
    await writeFile(join(folder.path, 'next.mjs'), serveRoute)
    const port = await freePort()
    const child = Bun.spawn(['node', `${kind}.mjs`], {
      cwd: folder.path,
      env: { ...process.env, PORT: `${port}`, PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: site.apiKey },
      stdout: 'ignore',
      stderr: 'ignore',
    })
    try {
      const url = `http://127.0.0.1:${port}/pictures`
      await reached(url)
      const send = async (body: Blob | string, key: string) => {
        const answer = await fetch(url, { method: 'POST', body, headers: { 'Idempotency-Key': key } })
        return { status: answer.status, says: await answer.json() }
      }
      const first = await send(photograph, 'one')
      expect(first.status).toBe(200)
      expect(first.says.url).toStartWith(`${site.url}/i/`)
      expect((await fetch(first.says.url)).headers.get('content-type')).toBe('image/jpeg')
      expect(await send(photograph, 'one')).toEqual(first)
      expect(await send('no picture', 'two')).toEqual({
        status: 400,
        says: { error: 'Please choose a photograph.' },
      })
    } finally {
      child.kill()
      await child.exited
    }
  },
  30_000,
)

if (Bun.which('python3') !== null) {
  test('the bot answers with a link, once for each message, or in its own words', async () => {
    await using site = await openSite()
    await using files = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => new Response(url.endsWith('.jpg') ? photograph : 'a text'),
    })
    const calls = ['a.jpg', 'a.jpg', 'a.txt'].map(
      (name, at) => `print(answer_to("${files.url}${name}", ${at === 2 ? 2 : 1}))`,
    )
    const program = `${codeOf('python', 'def answer_to')}\n${calls.join('\n')}\n`
    const variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: site.apiKey }
    const { stdout, stderr } = await runCommand(['python3', '-c', program], { variables })
    const [first = '', second, third] = stdout.trimEnd().split('\n')
    expect([stderr, third]).toEqual(['', 'Please send a photograph.'])
    expect(first).toStartWith(`${site.url}/i/`)
    expect(second).toBe(first)
  }, 30_000)
}
