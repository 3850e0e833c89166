/**
 * Two replicas of the images service over PostgreSQL, Redis and an S3 gateway beside one, all on this machine together
 * with the load: `npm run services -- bun bench/scale/replicas.ts [rounds] [seconds a round]`. For each answer it also
 * tells the processor time of the replicas, without that of the engines.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { upload } from '../images/images-server.ts'
import { photograph } from '../images/photographs.ts'
import { uploadForm } from '../images/upload-form.ts'
import { type Contestant, contest } from '../load/contest.ts'
import { type Load, runWrk } from '../load/wrk.ts'
import { processorTimeUs } from '../text/processor-time.ts'

const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 4)
const connections = 16
const { PATH = '', HOME = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
const {
  PICTOGLYPH_TEST_POSTGRES_URL = '',
  PICTOGLYPH_TEST_S3_URL = '',
  PICTOGLYPH_TEST_REDIS_URL = '',
} = process.env
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')

await using cleanup = new AsyncDisposableStack()
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-replicas-'))
cleanup.defer(() => rm(directory, { recursive: true }))
const databaseUrl = await newDatabase()
const first = await startReplica('first')
const second = await startReplica('second')
const apiKey = /"apiKey":"(\w+)"/.exec(first.printed)?.[1] ?? ''

const form = await uploadForm(await photograph({ pixelBytes: 150_000, withMetadata: true }))
const formFile = join(directory, 'form')
await Bun.write(formFile, form.bytes)
let stamps = 0
await compare(`upload of ${form.fileBytes.length} B with metadata`, ({ url }) => {
  stamps += 1
  const stamp = String(stamps).padStart(6, '0')
  const args = [formFile, String(form.stampAt), form.contentType, `Bearer ${apiKey}`, stamp]
  return { url: `${url}/api/v1/upload`, script: [join(import.meta.dir, '../images/uploads.lua'), ...args] }
})
const link = new URL(await upload({ url: first.url, apiKey }, form)).pathname
await compare(`direct link of ${form.fileBytes.length} B, from memory`, ({ url }) => ({ url: url + link }))

async function compare(
  title: string,
  load: (replica: Replica) => Pick<Load, 'url' | 'script'>,
): Promise<void> {
  const one = replicas('one replica', [first], load)
  const both = replicas('two replicas', [first, second], load)
  await contest(title, both, one, rounds)
  console.log(
    `  processor    ${both.processorUs.toFixed(0)} µs an answer of two, ${one.processorUs.toFixed(0)} of one`,
  )
}

/** So many connections in all to some replicas, and what an answer of the last measurement took of their time. */
function replicas(
  name: string,
  chosen: readonly Replica[],
  load: (replica: Replica) => Pick<Load, 'url' | 'script'>,
): Contestant & { processorUs: number } {
  const taken = async () => {
    const times = await Promise.all(chosen.map(({ pid }) => processorTimeUs(pid)))
    return times.reduce((sum, time) => sum + time, 0)
  }
  return {
    name,
    processorUs: Number.NaN,
    async measure() {
      const before = await taken()
      const runs = chosen.map((replica) =>
        runWrk({ ...load(replica), connections: connections / chosen.length, seconds }),
      )
      const results = await Promise.all(runs)
      const perSecond = results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
      if (results.some(({ errors }) => errors > 0)) throw new Error(`${name}: requests failed`)
      this.processorUs = ((await taken()) - before) / (perSecond * seconds)
      return perSecond
    },
  }
}

interface Replica {
  url: string
  pid: number
  printed: string
}

async function startReplica(name: string): Promise<Replica> {
  const child = Bun.spawn([process.execPath, command, 'serve', '--json'], {
    env: {
      PATH,
      HOME,
      AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY,
      PICTOGLYPH_DATA_DIR: join(directory, name),
      PICTOGLYPH_DATABASE_URL: databaseUrl,
      PICTOGLYPH_BLOBS_URL: PICTOGLYPH_TEST_S3_URL,
      PICTOGLYPH_LIMITER_URL: PICTOGLYPH_TEST_REDIS_URL,
      PICTOGLYPH_SERVICES: 'images',
      PICTOGLYPH_IMAGES_PORT: '0',
    },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  cleanup.defer(async () => {
    child.kill()
    await child.exited
  })
  let printed = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const url = /"images":"(http:[^"]+?)\/?"/.exec(printed)?.[1]
    if (url !== undefined) return { url, pid: child.pid, printed }
  }
  throw new Error(`the replica ended: ${printed}`)
}

async function newDatabase(): Promise<string> {
  const url = new URL(PICTOGLYPH_TEST_POSTGRES_URL)
  await using sql = new SQL(url.href)
  url.pathname = `replicas_${Date.now()}`
  await sql.unsafe(`CREATE DATABASE ${url.pathname.slice(1)}`)
  return url.href
}
