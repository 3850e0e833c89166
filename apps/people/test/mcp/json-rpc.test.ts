import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerLine, type RpcServer } from '../../src/mcp/json-rpc.ts'
import { createToolServer } from '../../src/mcp/tool-server.ts'

const open = () => createToolServer({ imagesUrl: 'http://localhost:9', key: undefined, folders: [tmpdir()] })

async function ask(server: RpcServer, line: string | object) {
  const answer = await answerLine(server, typeof line === 'string' ? line : JSON.stringify(line))
  return answer === undefined ? undefined : JSON.parse(answer)
}

const request = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 7, method, params })
test('a byte order mark before any line is ignored', async () => {
  expect(await ask(open(), `\ufeff${JSON.stringify(request('ping'))}`)).toMatchObject({ result: {} })
})

const codeOf = async (server: RpcServer, line: string | object) => (await ask(server, line))?.error?.code

test('invalid JSON and an invalid request have their codes', async () => {
  const server = open()
  expect(await ask(server, '{"jsonrpc":')).toMatchObject({ id: null, error: { code: -32_700 } })
  for (const wrong of ['7', '"ping"', 'null', '{}', '[]', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
    expect([wrong, await codeOf(server, wrong)]).toEqual([wrong, -32_600])
  }
  expect(await codeOf(server, { ...request('ping'), id: { a: 1 } })).toBe(-32_600)
  expect(await codeOf(server, { ...request('ping'), params: [1] })).toBe(-32_600)
  expect(await codeOf(server, request('nothing'))).toBe(-32_601)
  expect(await codeOf(server, request('tools/call', { name: 'nothing' }))).toBe(-32_602)
  expect(await ask(server, { jsonrpc: '2.0', method: 'nothing' })).toBeUndefined()
  expect(await ask(server, { jsonrpc: '2.0', id: 1, result: {} })).toBeUndefined()
})

test('several messages in a line are answered only in the version of the protocol with batches', async () => {
  for (const [protocolVersion, has] of [
    ['2024-11-05', false],
    ['2025-03-26', true],
    ['2025-06-18', false],
    ['2025-11-25', false],
  ] as const) {
    const server = open()
    const { result } = await ask(server, request('initialize', { protocolVersion }))
    expect(result.protocolVersion).toBe(protocolVersion)
    const answer = await ask(server, [request('ping'), { jsonrpc: '2.0', method: 'notifications/x' }, 1])
    if (has)
      expect(answer.map(({ error }: { error?: { code: number } }) => error?.code)).toEqual([
        undefined,
        -32_600,
      ])
    else expect(answer.error.code).toBe(-32_600)
  }
})

test('an agent learns which argument is unknown, and how to get a key', async () => {
  const server = open()
  const call = async (name: string, given: object) =>
    (await ask(server, request('tools/call', { name, arguments: given }))).result
  expect(await call('encode', { text: 'a', alphabet: 'cat' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('There is no argument "alphabet"') }],
  })
  const upload = await call('upload_image', { path: 'file:///nowhere.png' })
  expect(upload.content[0].text).toContain('Ask your user to set PICTOGLYPH_KEY')
})

test('a byte order mark before the first message is ignored, and an address without scheme is refused', async () => {
  const main = join(import.meta.dir, '../../src/main.ts')
  const run = async (input: string, ...words: string[]) => {
    const child = Bun.spawn([process.execPath, main, 'mcp', ...words], {
      stdin: new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    return Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  }
  const [out] = await run(`\ufeff${JSON.stringify(request('ping'))}\n`)
  expect(JSON.parse(out)).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
  const [, err, code] = await run('', '--url', 'img.example.org')
  expect([code, err]).toEqual([1, expect.stringContaining('is not an http or https address')])
})
