import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { freePort } from '@pictoglyph/web/test/free-port'
import { cleanEnvironment, pictoglyph, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dir, '../../..')
const anyPort = {
  PICTOGLYPH_SERVICES: 'text',
  PICTOGLYPH_TEXT_PORT: '0',
}

test('several processes are refused a port without a number, with the reason', async () => {
  const { code, err } = await pictoglyph({ ...anyPort, PICTOGLYPH_PROCESSES: '2' }, ['serve'])
  expect(code).toBe(2)
  expect(err).toContain('PICTOGLYPH_TEXT_PORT: several processes can only share a port with a number')
})

test('two processes with SQLite and nothing beside them keep one limit, also past the end of one', async () => {
  await using folder = await temporaryFolder()
  const port = String(await freePort())
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text,images',
    PICTOGLYPH_TEXT_PORT: port,
    PICTOGLYPH_IMAGES_PORT: String(await freePort()),
    PICTOGLYPH_PROCESSES: '2',
  }
  await using server = startPictoglyph(variables, ['serve', '--json'])
  await server.printed(/"serving"/)
  const apiKey = /"apiKey":"(\w+)"/.exec(server.out())?.[1]

  const encrypt = async (): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/public/encrypt`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: '{"text":"otter","charsetId":"roar","algorithmId":"classic"}',
    })
    await answer.body?.cancel()
    return answer.status
  }
  const statuses = await Promise.all(Array.from({ length: 700 }, encrypt))
  expect(statuses.filter((status) => status === 200)).toHaveLength(600)
  expect(statuses.filter((status) => status === 429)).toHaveLength(100)

  const [first = 0] = childrenOf(server.pid)
  process.kill(first, 'SIGKILL')
  await server.logged('a worker ended')
  while (childrenOf(server.pid).length < 2) await Bun.sleep(20)
  expect(await encrypt()).toBe(429)

  const images = `http://127.0.0.1:${variables.PICTOGLYPH_IMAGES_PORT}/api/v1/upload`
  const upload = async (): Promise<string> => {
    const form = new FormData()
    form.set('categoryId', 'general')
    form.set('file', new File([pngOf(7)], 'otter.png'))
    const headers = { Authorization: `Bearer ${apiKey}`, Connection: 'close' }
    const answer = await fetch(images, { method: 'POST', headers, body: form })
    const body = (await answer.json()) as { data?: { id: string } }
    expect(body).toHaveProperty('data.id')
    return body.data?.id ?? ''
  }
  const ids = await Promise.all(Array.from({ length: 40 }, upload))
  expect(new Set(ids).size).toBe(1)

  const limits = ['--user', 'admin', '--permission', 'images:upload', '--uploads-per-minute', '5', '--json']
  const made = await pictoglyph(variables, ['key', 'create', ...limits])
  const { key } = JSON.parse(made.out) as { key: string }
  const limited = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const headers = { Authorization: `Bearer ${key}`, Connection: 'close' }
      const form = new FormData()
      form.set('categoryId', 'general')
      form.set('file', new File([pngOf(7)], 'otter.png'))
      return (await fetch(images, { method: 'POST', headers, body: form })).status
    }),
  )
  expect(limited.toSorted()).toEqual([...Array(5).fill(200), ...Array(25).fill(429)])
  expect(await server.stop()).toBe(0)
}, 60_000)

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

test('a server that npx started stops in good order when npx is told to', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-npx-'))
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(directory, { recursive: true, force: true }))
  const npx = Bun.spawn(['npx', '--no', 'pictoglyph', 'serve', '--json'], {
    cwd: root,
    env: cleanEnvironment({ ...anyPort, PICTOGLYPH_DATA_DIR: directory }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  cleanup.defer(() => npx.kill('SIGKILL'))
  const output = npx.stdout.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('"serving"')) {
    const { done, value } = await output.read()
    if (done) throw new Error(`it ended after:\n${text}`)
    text += decoder.decode(value)
  }
  npx.kill('SIGTERM')
  // The server holds this pipe, so that it ends when the server does.
  const log = await new Response(npx.stderr).text()
  expect(log).toContain('"reason":"npm ended"')
  expect(log).toContain('"msg":"stopped"')
}, 30_000)
