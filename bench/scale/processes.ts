/**
 * Short `encrypt` on two processes beside one, and the processor time of an answer of each: `bun
 * bench/scale/processes.ts [rounds]`. Where PICTOGLYPH_TEST_REDIS_URL names a server (`npm run services`), with Redis
 * too. Nothing is bound to a processor: on two, the load and the second process share one, and the figure in answers a
 * second says as much of the machine as of the service.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contestant, contest } from '../load/contest.ts'
import { processorTimeUs } from '../text/processor-time.ts'

const rounds = Number(process.argv[2] ?? 5)
const seconds = 4
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')
const { PATH = '', HOME = '', PICTOGLYPH_TEST_REDIS_URL: redisUrl } = process.env

/** One whose processor time is known, for each answer of the last measurement, in microseconds. */
interface Site extends Contestant {
  processorUs: number
}

await using cleanup = new AsyncDisposableStack()
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-processes-'))
cleanup.defer(() => rm(directory, { recursive: true }))

const one = await start('one', {})
const two = await start('two', { PICTOGLYPH_PROCESSES: '2' })
await compare('two processes beside one', two, one)
if (redisUrl !== undefined) {
  const redis = { PICTOGLYPH_LIMITER_URL: redisUrl }
  await compare('one process with Redis beside memory', await start('with Redis', redis), one)
  const both = await start('two, Redis', { ...redis, PICTOGLYPH_PROCESSES: '2' })
  await compare('two processes with Redis beside one without', both, one)
}

async function compare(title: string, first: Site, second: Site): Promise<void> {
  await contest(`short encrypt, 64 connections: ${title}`, first, second, rounds)
  const ratio = (first.processorUs / second.processorUs).toFixed(2)
  const times = `${first.processorUs.toFixed(1)} µs an answer beside ${second.processorUs.toFixed(1)} µs`
  console.log(`  processor    ${times}, ratio ${ratio} (last round)`)
}

async function start(name: string, environment: Record<string, string>): Promise<Site> {
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
  const site: Site = {
    name,
    processorUs: Number.NaN,
    async measure() {
      const before = await processorTimeOf(server.pid)
      const perSecond = await encryptsPerSecond(url)
      site.processorUs = ((await processorTimeOf(server.pid)) - before) / (perSecond * seconds)
      return perSecond
    },
  }
  return site
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

/** With that of its workers. */
async function processorTimeOf(pid: number): Promise<number> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const times = await Promise.all([pid, ...children.map(Number)].map(processorTimeUs))
  return times.reduce((sum, time) => sum + time, 0)
}
