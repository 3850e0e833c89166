import { afterAll, beforeAll, expect, test } from 'bun:test'
import { watch } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
