/**
 * Short `encrypt` on two processes that share Redis beside one: `bun bench/scale/processes.ts`, where
 * PICTOGLYPH_TEST_REDIS_URL names a server (`npm run services`). Nothing is bound to a processor: on two, the
 * load, Redis and the second process share one, and the figure says as much of the machine as of the service.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contest } from '../load/contest.ts'

const rounds = Number(process.argv[2] ?? 5)
const seconds = 4
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')
const { PATH = '', HOME = '', PICTOGLYPH_TEST_REDIS_URL: redisUrl } = process.env
if (redisUrl === undefined) throw new Error('PICTOGLYPH_TEST_REDIS_URL is not set: see npm run services.')

await using cleanup = new AsyncDisposableStack()
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-processes-'))
cleanup.defer(() => rm(directory, { recursive: true }))

const memory = await start('memory', { PICTOGLYPH_LIMITER_URL: 'memory:' })
const one = await start('one', { PICTOGLYPH_LIMITER_URL: redisUrl })
const two = await start('two', { PICTOGLYPH_LIMITER_URL: redisUrl, PICTOGLYPH_PROCESSES: '2' })
await contest('short encrypt, 64 connections: one process with Redis beside memory', one, memory, rounds)
await contest('short encrypt, 64 connections: two processes with Redis beside one', two, one, rounds)

async function start(name: string, environment: Record<string, string>) {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = probe
  probe.stop(true)
  const server = Bun.spawn([process.execPath, command, 'serve'], {
    env: {
      PATH,
      HOME,
      PICTOGLYPH_DATA_DIR: join(directory, name),
      PICTOGLYPH_SERVICES: 'text',
      PICTOGLYPH_TEXT_PORT: String(port),
      PICTOGLYPH_TRUSTED_PROXIES: '127.0.0.1/32',
      ...environment,
    },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  cleanup.defer(async () => {
    server.kill()
    await server.exited
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error(`${name} ended with ${server.exitCode}`)
    await Bun.sleep(50)
  }
  return { name, measure: () => encryptsPerSecond(url) }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function encryptsPerSecond(url: string): Promise<number> {
  const options = ['-t', '1', '-c', '64', '-d', `${seconds}s`, '-s', join(import.meta.dir, 'encrypt.lua')]
  const wrk = Bun.spawn(['wrk', ...options, `${url}/api/public/encrypt`], { stdout: 'pipe' })
  const output = await new Response(wrk.stdout).text()
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]
  if (rate === undefined || /Non-2xx|Socket errors/.test(output)) throw new Error(`wrk failed:\n${output}`)
  return Number(rate)
}
