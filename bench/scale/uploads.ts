/**
 * What an upload costs with a million images beside what it costs with a thousand: `bun bench/scale/uploads.ts`,
 * on SQLite, and on PostgreSQL where PICTOGLYPH_TEST_POSTGRES_URL names a server (`npm run services`).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import sharp from 'sharp'
import { contest } from '../load/contest.ts'
import { type PinnedServer, startPinnedServer } from '../load/pinned-server.ts'
import { runWrk } from '../load/wrk.ts'
import { fillImages } from './fill-images.ts'

const rounds = Number(process.argv[2] ?? 5)
const many = Number(process.argv[3] ?? 1_000_000)
const few = 1_000
const seconds = 4
const connections = 8
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')

await using cleanup = new AsyncDisposableStack()
const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-scale-'))
cleanup.defer(() => rm(directory, { recursive: true }))

await compare('SQLite', async (images) => `sqlite:${join(directory, `${images}.db`)}`)
const postgresUrl = process.env.PICTOGLYPH_TEST_POSTGRES_URL
if (postgresUrl === undefined)
  console.log('\nPICTOGLYPH_TEST_POSTGRES_URL is not set: PostgreSQL is left out.')
else await compare('PostgreSQL', (images) => newDatabase(postgresUrl, images))

async function compare(name: string, databaseOf: (images: number) => Promise<string>): Promise<void> {
  await using large = await startSite(await databaseOf(many), many)
  await using small = await startSite(await databaseOf(few), few)
  await contest(
    `${name}: small uploads, all different, ${connections} connections, ${many} images beside ${few}`,
    await uploads(`${many} rows`, large),
    await uploads(`${few} rows`, small),
    rounds,
  )
}

async function startSite(databaseUrl: string, images: number): Promise<PinnedServer> {
  const start = () =>
    startPinnedServer(
      [process.execPath, command, 'serve', '--json'],
      {
        PICTOGLYPH_DATA_DIR: join(
          directory,
          `data-${new Bun.CryptoHasher('sha256').update(databaseUrl).digest('hex')}`,
        ),
        PICTOGLYPH_DATABASE_URL: databaseUrl,
        PICTOGLYPH_SERVICES: 'images',
        PICTOGLYPH_IMAGES_PORT: '0',
      },
      /"images":"(http:[^"]+)"/,
    )
  const { preface } = await startAndStop(start)
  await fillImages(databaseUrl, images)
  return { ...(await start()), preface }
}

async function startAndStop(start: () => Promise<PinnedServer>): Promise<{ preface: string }> {
  await using server = await start()
  return { preface: server.preface }
}

async function newDatabase(serverUrl: string, images: number): Promise<string> {
  const name = `scale_${images}_${Date.now()}`
  await using sql = new SQL(serverUrl, { max: 1 })
  await sql.unsafe(`CREATE DATABASE ${name}`)
  cleanup.defer(async () => {
    await using dropping = new SQL(serverUrl, { max: 1 })
    await dropping.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return new URL(`/${name}`, serverUrl).href
}

async function uploads(name: string, server: PinnedServer) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('categoryId', 'general')
  form.set('file', new File([new Uint8Array(jpeg)], 'photograph.jpg', { type: 'image/jpeg' }))
  const body = new Response(form)
  const formBytes = Buffer.from(await body.clone().arrayBuffer())
  const formFile = join(directory, `${name}.bin`)
  await Bun.write(formFile, formBytes)
  const stampAt = formBytes.indexOf(jpeg) + Math.floor(jpeg.length / 2)
  let load = 0
  return {
    name,
    async measure(): Promise<number> {
      load += 1
      const result = await runWrk({
        url: `${server.url}/api/v1/upload`,
        connections,
        seconds,
        script: [
          join(import.meta.dir, '../images/uploads.lua'),
          formFile,
          String(stampAt),
          body.headers.get('content-type') ?? '',
          `Bearer ${/"apiKey":"(\w+)"/.exec(server.preface)?.[1]}`,
          String(load).padStart(6, '0'),
        ],
      })
      if (result.errors > 0) throw new Error(`${name}: ${result.errors} uploads failed`)
      return result.requestsPerSecond
    },
  }
}
