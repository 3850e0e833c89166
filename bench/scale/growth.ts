/**
 * What a site costs as it grows: `bun bench/scale/growth.ts [IMAGES…]`, by default with a thousand and a million images
 * on SQLite, or on PostgreSQL where PICTOGLYPH_TEST_POSTGRES_URL names a server (`npm run services`). Ten million take a
 * quarter of an hour to fill: BENCH_SITES names a folder where filled sites stay, and `fill` among the arguments does
 * only that. Everything goes through a running server; times are medians, or `refused` where the server stops a read
 * that takes too long.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { transferRows } from '@pictoglyph/site/database/transfer/transfer-rows'
import { newId } from '@pictoglyph/site/language/ids'
import { SQL } from 'bun'
import { openDatabase } from '../../apps/cli/src/open-database.ts'
import { beginSession } from '../console/filled-site.ts'
import { median } from '../load/median.ts'
import { processorTimeUs } from '../text/processor-time.ts'
import { fillSite, titleOf } from './fill-site.ts'

const counts = process.argv
  .slice(2)
  .filter((word) => word !== 'fill')
  .map(Number)
const onlyFills = process.argv.includes('fill')
/** Where filled sites stay for another run. */
const keptIn = process.env.BENCH_SITES
const postgresUrl = process.env.PICTOGLYPH_TEST_POSTGRES_URL
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')
const uploadSeconds = 8
const connections = 8
const rounds = 30
const bulkImages = 500
/** The status of a page whose read took too long and was stopped. */
const readTookTooLong = 400

async function measureSite(count: number): Promise<void> {
  await using cleanup = new AsyncDisposableStack()
  const { directory, key, albumId } =
    keptIn === undefined ? await temporarySite(count, cleanup) : await keptSite(count, keptIn)
  const path = join(directory, 'pictoglyph.sqlite')
  console.log(`\n${count} images, ${megabytes(Bun.file(path).size)} on SQLite`)
  if (onlyFills) return
  const databaseUrl = postgresUrl === undefined ? `sqlite:${path}` : await moveTo(postgresUrl, path, cleanup)
  const site = { directory, databaseUrl }
  const session = await sessionOfOwner(databaseUrl)

  const startedAtMs = performance.now()
  const server = await startServer(site)
  cleanup.defer(() => server.stop())
  report('start', performance.now() - startedAtMs)
  console.log(`memory after the start: ${megabytes(await memoryOf(server.pid))}`)

  const ask = async (address: string) => {
    const answer = await fetch(server.urls.console + address, { headers: { Cookie: `session=${session}` } })
    const text = await answer.text()
    if (answer.ok || answer.status === readTookTooLong) return { isRefused: !answer.ok, text }
    throw new Error(`${address}: ${answer.status}`)
  }
  const visit = async (address: string) => {
    const { isRefused, text } = await ask(address)
    if (isRefused) throw new Error(`${address} is refused`)
    return text
  }
  await visit('/images')
  const word = titleOf(Math.floor(count / 3)).split(' ')[0] ?? ''
  for (const [name, address] of [
    ['gallery page', '/images'],
    ['album page', `/images?album=${albumId}`],
    ['deleted page', '/images/deleted'],
    ['search with hits', `/images?q=${word}`],
    ['search with one hit', `/images?q=${Math.floor(count / 2) + 1}`],
    ['search without hits', '/images?q=nowhere'],
    ['search for two letters that are not there', '/images?q=%C3%A9%C3%A9'],
  ] as const) {
    report(name, await medianMs(() => ask(address)))
  }
  await measureUploads(server, key)
  await measureDeletion(server, session, visit, { name: 'a page of images', address: '/images', rounds: 10 })
  const bulk = { name: `${bulkImages} images`, address: `/images?shown=${bulkImages}`, rounds: 3 }
  await measureDeletion(server, session, visit, bulk)
  console.log(`memory at the end: ${megabytes(await memoryOf(server.pid))}`)
  const gcAtMs = performance.now()
  const gc = Bun.spawn([process.execPath, command, 'gc', '--json'], {
    env: environment(site),
    stdout: 'ignore',
  })
  await gc.exited
  report('gc, as a command', performance.now() - gcAtMs)
}

interface FilledSite {
  directory: string
  key: string
  albumId: string
}

async function temporarySite(count: number, cleanup: AsyncDisposableStack): Promise<FilledSite> {
  const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-growth-'))
  cleanup.defer(() => rm(directory, { recursive: true }))
  return newSite(directory, count)
}

/** A site that is filled once, and measured as often as it is asked for. */
async function keptSite(count: number, folder: string): Promise<FilledSite> {
  const directory = join(folder, String(count))
  const facts = Bun.file(join(directory, 'bench.json'))
  if (await facts.exists()) return facts.json()
  await rm(directory, { recursive: true, force: true })
  await mkdir(directory, { recursive: true })
  const site = await newSite(directory, count)
  await Bun.write(facts, JSON.stringify(site))
  return site
}

async function newSite(directory: string, count: number): Promise<FilledSite> {
  const path = join(directory, 'pictoglyph.sqlite')
  const first = await startServer({ directory, databaseUrl: `sqlite:${path}` })
  const key = /"apiKey":"([^"]+)"/.exec(first.printed)?.[1]
  await first.stop()
  if (key === undefined) throw new Error(`no key in ${first.printed}`)
  const database = await createSqliteDatabase({ path })
  const [owner] = await database.users.list()
  const ownerId = owner?.id ?? ''
  const albumId = newId()
  const nobody = { actor: 'bench', actorUserId: null, address: 'local', before: null, after: null }
  const audit = { ...nobody, atMs: 1, action: 'album.add', subject: albumId }
  await database.albums.add({ id: albumId, ownerId, name: 'Album', publicToken: null, createdAtMs: 1 }, audit)
  await database.close()
  fillSite(path, { count, ownerId, albumId })
  return { directory, key, albumId }
}

/** The address of a database of its own with the rows of a SQLite file. */
async function moveTo(server: string, path: string, cleanup: AsyncDisposableStack): Promise<string> {
  const url = new URL(server)
  url.pathname = `growth_${Date.now()}`
  const sql = cleanup.use(new SQL(server))
  await sql.unsafe(`CREATE DATABASE ${url.pathname.slice(1)}`)
  await using engines = new AsyncDisposableStack()
  const from = await openSqlEngine(`sqlite:${path}`)
  engines.defer(() => from.close())
  const to = await openSqlEngine(url.href)
  engines.defer(() => to.close())
  const startedAtMs = performance.now()
  await transferRows({ from, to })
  console.log(`moved to PostgreSQL in ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`)
  await indexAll(url.href)
  await cleanup.use(new SQL(url.href)).unsafe('VACUUM ANALYZE')
  const size = await to.read.get('SELECT pg_database_size(current_database()) AS bytes')
  console.log(`${megabytes(Number(size?.bytes))} there`)
  return url.href
}

/** Searches are complete then; a server does the same in the background. */
async function indexAll(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
  const startedAtMs = performance.now()
  while (!(await database.search.indexNext()).isLast) {}
  console.log(`indexed for searches in ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`)
  await database.close()
}

async function sessionOfOwner(databaseUrl: string): Promise<string> {
  const database = await openDatabase(databaseUrl)
  const [owner] = await database.users.list()
  const session = await beginSession(database, owner?.id ?? '')
  await database.close()
  return session
}

async function measureUploads(server: RunningServer, key: string): Promise<void> {
  const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  let sent = 0
  const upload = async () => {
    sent += 1
    const comment = Buffer.from([0x21, 0xfe, 8, ...Buffer.from(String(sent).padStart(8, '0')), 0])
    const form = new FormData()
    form.set('categoryId', 'general')
    form.set('title', titleOf(sent))
    const bytes = Buffer.concat([picture.subarray(0, 19), comment, picture.subarray(19)])
    form.set('file', new File([bytes], 'pixel.gif', { type: 'image/gif' }))
    const answer = await fetch(`${server.urls.images}/api/v1/upload`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: form,
    })
    if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const during = async (seconds: number) => {
    const endAtMs = performance.now() + seconds * 1_000
    const before = sent
    const one = async () => {
      while (performance.now() < endAtMs) await upload()
    }
    await Promise.all(Array.from({ length: connections }, one))
    return sent - before
  }
  await during(uploadSeconds / 2)
  const beforeUs = await processorTimeUs(server.pid)
  const uploads = await during(uploadSeconds)
  const cpuMs = ((await processorTimeUs(server.pid)) - beforeUs) / 1_000
  console.log(
    `uploads: ${(uploads / uploadSeconds).toFixed(0)}/s, ${(cpuMs / uploads).toFixed(2)} ms of the processor each`,
  )
}

async function measureDeletion(
  server: RunningServer,
  session: string,
  visit: (address: string) => Promise<string>,
  bulk: { name: string; address: string; rounds: number },
): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < bulk.rounds; round += 1) {
    const page = await visit(bulk.address)
    const ids = [
      ...new Set(
        [...page.matchAll(/name="id" value="([^"]+)"|value="([^"]+)" name="id"/g)].map(
          (found) => found[1] ?? found[2] ?? '',
        ),
      ),
    ]
    const form = new URLSearchParams([
      ['csrf', /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''],
      ...ids.map((id): [string, string] => ['id', id]),
    ])
    const beganAtMs = performance.now()
    const answer = await fetch(`${server.urls.console}/images/delete`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: `session=${session}`, 'Sec-Fetch-Site': 'same-origin' },
      body: form,
    })
    times.push(performance.now() - beganAtMs)
    if (answer.status !== 303) throw new Error(`deleting ${ids.length}: ${answer.status}`)
  }
  report(`deleting ${bulk.name}`, median(times))
}

/** The median time of the work; `undefined` once it is refused. */
async function medianMs(work: () => Promise<{ isRefused: boolean }>): Promise<number | undefined> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const beganAtMs = performance.now()
    const { isRefused } = await work()
    if (isRefused) return undefined
    times.push(performance.now() - beganAtMs)
  }
  return median(times)
}

const report = (name: string, ms: number | undefined) =>
  console.log(`${name}: ${ms === undefined ? 'refused' : `${ms.toFixed(1)} ms`}`)
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`

async function memoryOf(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024
}

/** Where a site lies. */
interface SitePlace {
  directory: string
  databaseUrl: string
}

function environment({ directory, databaseUrl }: SitePlace) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PICTOGLYPH_DATA_DIR: directory,
    PICTOGLYPH_DATABASE_URL: databaseUrl,
    PICTOGLYPH_IMAGES_PORT: '0',
    PICTOGLYPH_TEXT_PORT: '0',
    PICTOGLYPH_CONSOLE_PORT: '0',
  }
}

interface RunningServer {
  urls: { images: string; console: string }
  printed: string
  pid: number
  stop(): Promise<void>
}

async function startServer(place: SitePlace): Promise<RunningServer> {
  const child = Bun.spawn([process.execPath, command, 'serve', '--json'], {
    env: environment(place),
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let printed = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const images = /"images":"(http:[^"]+?)\/?"/.exec(printed)?.[1]
    const testConsole = /"console":"(http:[^"]+?)\/?"/.exec(printed)?.[1]
    if (images === undefined || testConsole === undefined) continue
    return {
      urls: { images, console: testConsole },
      printed,
      pid: child.pid,
      async stop() {
        child.kill()
        await child.exited
      },
    }
  }
  throw new Error(`the server ended: ${printed}`)
}

for (const count of counts.length > 0 ? counts : [1_000, 1_000_000]) await measureSite(count)
