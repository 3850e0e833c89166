import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanEnvironment, pictoglyph } from './command.ts'

const root = join(import.meta.dir, '../../..')
const anyPort = {
  PICTOGLYPH_SERVICES: 'text',
  PICTOGLYPH_TEXT_PORT: '0',
}

test('several processes without a shared limiter are refused, with the reason', async () => {
  const { code, err } = await pictoglyph({ ...anyPort, PICTOGLYPH_PROCESSES: '2' }, ['serve'])
  expect(code).toBe(2)
  expect(err).toContain('PICTOGLYPH_PROCESSES: several processes need a limiter that they share')
  expect(err).toContain('PICTOGLYPH_TEXT_PORT: several processes can only share a port with a number')
})

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
