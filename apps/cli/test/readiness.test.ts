import { afterAll, beforeAll, expect, test } from 'bun:test'
import { watch } from 'node:fs'
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createVisitor } from './console-visitor.ts'
import { type ServedSite, serveNewSite } from './served-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

let site: ServedSite
let blobs: string
const readyz = () => fetch(new URL('readyz', site.serving.images))

beforeAll(async () => {
  site = await serveNewSite()
  blobs = join(site.variables.PICTOGLYPH_DATA_DIR!, 'blobs')
})
afterAll(() => site[Symbol.asyncDispose]())

/** Asks until the answer has this status: what was found before is kept for some seconds. */
async function untilStatus(status: number): Promise<Response> {
  for (;;) {
    const answer = await readyz()
    if (answer.status === status) return answer
    await answer.text()
    await Bun.sleep(50)
  }
}

test('the log has the cause of a readiness that fails, down to what the system said', async () => {
  await rename(blobs, `${blobs}-away`)
  const answer = await untilStatus(503)
  expect((await answer.json()).error.message).toBe('Not ready: blobs.')
  expect(await site.server.logged('not ready')).toMatchObject({
    service: 'images',
    part: 'blobs',
    error: { cause: { message: expect.stringContaining('ENOENT') } },
  })
  await rename(`${blobs}-away`, blobs)
  await untilStatus(200)
})

test('a site whose uploads are received on another disk than its store is not ready', async () => {
  await using elsewhere = await temporaryFolder('/dev/shm')
  expect((await stat(elsewhere.path)).dev).not.toBe((await stat(blobs)).dev)
  const staging = join(blobs, 'staging')
  await rm(staging, { recursive: true })
  await symlink(elsewhere.path, staging)
  await untilStatus(503)
  await site.server.remarked(/EXDEV/)
  await rm(staging)
  await mkdir(staging)
  await untilStatus(200)
})

test('a site of which one folder takes no files, so that a share of the uploads fails, is not ready', async () => {
  const folder = join(blobs, 'ab')
  await writeFile(folder, 'no folder')
  await untilStatus(503)
  await site.server.remarked(/not a directory, '[^']*ab'/)
  await rm(folder)
  await untilStatus(200)
})

/** The names of probes that were made in the staging folder while `work` ran. */
async function probesDuring(work: () => Promise<void>): Promise<Set<string>> {
  const staging = join(blobs, 'staging')
  const probes = new Set<string>()
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const watcher = watch(staging, (_event, name) => {
    if (name === 'over') resolve()
    else if (name !== null) probes.add(name)
  })
  try {
    await work()
    // Events come in their order: after this one, none of before is missing.
    await writeFile(join(staging, 'over'), '')
    await isOver
    return probes
  } finally {
    watcher.close()
    await rm(join(staging, 'over'), { force: true })
  }
}

test('of all who ask at once, of any service, one causes a probe, whether it works or fails', async () => {
  const ask = async () => {
    const services = [site.serving.images, site.serving.console]
    const asking = Array.from({ length: 200 }, (_, round) => fetch(new URL('readyz', services[round % 2])))
    await Promise.all((await Promise.all(asking)).map((answer) => answer.text()))
  }
  for (const isBroken of [false, true]) {
    // Each probe writes its file, and then can't give it its name.
    if (isBroken) await mkdir(join(blobs, 'probe'))
    await untilStatus(isBroken ? 503 : 200)
    const startedMs = performance.now()
    const probes = await probesDuring(async () => {
      for (let rounds = 0; rounds < 5; rounds++) await ask()
    })
    const seconds = (performance.now() - startedMs) / 1_000
    expect(probes.size).toBeLessThanOrEqual(1 + seconds)
  }
  await rmdir(join(blobs, 'probe'))
})

test('a probe leaves nothing behind', async () => {
  await untilStatus(200)
  expect(await readdir(join(blobs, 'staging'))).toEqual([])
})

test('a process that reads the database and does not start is named by readiness, the log and the page', async () => {
  await using folder = await temporaryFolder()
  const runtime = join(folder.path, 'bun')
  await copyFile(process.execPath, runtime)
  await using site = await serveNewSite(
    { PICTOGLYPH_SERVICES: 'images,console', PICTOGLYPH_CONSOLE_URL: 'http://localhost:9' },
    [runtime, join(import.meta.dir, '../src/main.ts')],
  )
  const { userName, password } = site.credentials
  const visitor = createVisitor(site.serving.console)
  await visitor.post('sign-in', { csrf: await visitor.token('sign-in'), name: userName, password })
  expect((await visitor.get('images')).status).toBe(200)
  const ready = () => fetch(new URL('readyz', site.serving.images))
  expect((await ready()).status).toBe(200)

  await rm(runtime)
  for (const pid of await childrenOf(site.server.pid)) process.kill(pid, 'SIGKILL')
  for (;;) {
    const answer = await ready()
    if (answer.status === 200) continue
    expect((await answer.json()).error.message).toBe('Not ready: database (reader).')
    break
  }
  const { error } = (await site.server.logged('not ready')) as { error: { message: string; cause: object } }
  expect(error.message).toStartWith('The process that reads the database of this site does not work')
  expect(error.cause).toMatchObject({ message: "The process that reads the database can't start." })
  for (const [language, words] of [
    ['en', 'The process that reads the database of this site does not work'],
    ['zh-CN', '本站读取数据库的进程暂时无法工作，请稍后再试。'],
  ] as const) {
    const page = await visitor.get('images', { 'Accept-Language': language })
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining(words)])
  }
}, 30_000)

/** The processes that a process has started. */
async function childrenOf(parent: number): Promise<number[]> {
  const threads = await readdir(`/proc/${parent}/task`)
  const lists = threads.map((thread) => readFile(`/proc/${parent}/task/${thread}/children`, 'utf8'))
  return (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean).map(Number)
}
