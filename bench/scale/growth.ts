/**
 * What a site costs as it grows: `bun bench/scale/growth.ts [IMAGES…]`, by default with a thousand and a million images
 * on SQLite. Ten million take some fifteen minutes to fill and 15 GB of disk; BENCH_DIR says where. Everything goes
 * through a running server; times are medians, in milliseconds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteDatabase } from '@pictoglyph/adapters/database/sqlite'
import { newId } from '@pictoglyph/core'
import { csrfTokenOf } from '../../apps/console/src/context/csrf-token.ts'
import { beginSession } from '../console/filled-site.ts'
import { fillSite, titleOf } from './fill-site.ts'

const counts = process.argv.slice(2).map(Number)
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')
const uploadSeconds = 8
const connections = 8
const rounds = 30
const clockTicksPerSecond = 100

for (const count of counts.length > 0 ? counts : [1_000, 1_000_000]) await measureSite(count)

async function measureSite(count: number): Promise<void> {
  const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-growth-'))
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(directory, { recursive: true }))
  const path = join(directory, 'pictoglyph.sqlite')
  const first = await startServer(directory)
  const key = /pgk_\w+|"key":"([^"]+)"/.exec(first.printed)?.at(1) ?? /pgk_\w+/.exec(first.printed)?.[0] ?? ''
  await first.stop()
  const albumId = newId()
  const { ownerId, session } = await prepare(path, albumId)
  const filledAtMs = performance.now()
  fillSite(path, { count, ownerId, albumId })
  console.log(
    `\n${count} images (filled in ${((performance.now() - filledAtMs) / 1_000).toFixed(0)} s, ${megabytes(Bun.file(path).size)})`,
  )

  const startedAtMs = performance.now()
  const server = await startServer(directory)
  cleanup.defer(() => server.stop())
  report('start', performance.now() - startedAtMs)
  console.log(`memory after the start: ${megabytes(await memoryOf(server.pid))}`)

  const visit = async (address: string) => {
    const answer = await fetch(server.urls.console + address, { headers: { Cookie: `session=${session}` } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
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
    report(name, await median(() => visit(address)))
  }
  await measureUploads(server, key)
  await measureDeletion(server, session, visit)
  console.log(`memory at the end: ${megabytes(await memoryOf(server.pid))}`)
  const gcAtMs = performance.now()
  const gc = Bun.spawn([process.execPath, command, 'gc', '--json'], {
    env: environment(directory),
    stdout: 'ignore',
  })
  await gc.exited
  report('gc, as a command', performance.now() - gcAtMs)
}

async function prepare(path: string, albumId: string): Promise<{ ownerId: string; session: string }> {
  const database = await createSqliteDatabase({ path })
  const [owner] = await database.users.list()
  const ownerId = owner?.id ?? ''
  const nobody = { actor: 'bench', actorUserId: null, address: 'local', before: null, after: null }
  const audit = { ...nobody, atMs: 1, action: 'album.add', subject: albumId }
  await database.albums.add({ id: albumId, ownerId, name: 'Album', publicToken: null, createdAtMs: 1 }, audit)
  const session = await beginSession(database, ownerId)
  await database.close()
  return { ownerId, session }
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
  const ticks = await ticksOf(server.pid)
  const uploads = await during(uploadSeconds)
  const cpuMs = ((await ticksOf(server.pid)) - ticks) * (1_000 / clockTicksPerSecond)
  console.log(
    `uploads: ${(uploads / uploadSeconds).toFixed(0)}/s, ${(cpuMs / uploads).toFixed(2)} ms of the processor each`,
  )
}

async function measureDeletion(
  server: RunningServer,
  session: string,
  visit: (address: string) => Promise<string>,
): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const page = await visit('/images')
    const ids = [
      ...new Set(
        [...page.matchAll(/name="id" value="([^"]+)"|value="([^"]+)" name="id"/g)].map(
          (found) => found[1] ?? found[2] ?? '',
        ),
      ),
    ]
    const form = new URLSearchParams([
      ['csrf', csrfTokenOf(session)],
      ...ids.map((id): [string, string] => ['id', id]),
    ])
    const beganAtMs = performance.now()
    const answer = await fetch(`${server.urls.console}/images/delete`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: `session=${session}`, Origin: server.urls.console },
      body: form,
    })
    times.push(performance.now() - beganAtMs)
    if (answer.status !== 303) throw new Error(`deleting ${ids.length}: ${answer.status}`)
  }
  report('deleting a page of images', middle(times))
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const beganAtMs = performance.now()
    await work()
    times.push(performance.now() - beganAtMs)
  }
  return middle(times)
}

const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0
const report = (name: string, ms: number) => console.log(`${name}: ${ms.toFixed(1)} ms`)
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`

async function memoryOf(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024
}

/** The processor time of a process and its threads so far, in ticks. */
async function ticksOf(pid: number): Promise<number> {
  const [, , , , , , , , , , , , , user, system] = (await Bun.file(`/proc/${pid}/stat`).text()).split(' ')
  return Number(user) + Number(system)
}

function environment(directory: string) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    PICTOGLYPH_DATA_DIR: directory,
    PICTOGLYPH_DATABASE_URL: `sqlite:${join(directory, 'pictoglyph.sqlite')}`,
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

async function startServer(directory: string): Promise<RunningServer> {
  const child = Bun.spawn([process.execPath, command, 'serve', '--json'], {
    env: environment(directory),
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let printed = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    printed += decoder.decode(chunk, { stream: true })
    const images = /"images":"(http:[^"]+?)\/?"/.exec(printed)?.[1]
    const console_ = /"console":"(http:[^"]+?)\/?"/.exec(printed)?.[1]
    if (images === undefined || console_ === undefined) continue
    return {
      urls: { images, console: console_ },
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
