import { expect, test } from 'bun:test'
import { closeSync, constants, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadImage } from '../site/image-client.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

/** Of about 1 kB each: more than a pipe and the server's buffer hold together. */
const loggedFailures = 3_000
const lostMessage = 'lines were lost: the log could not be written'

test('a log that no one reads stops no upload and no health check, and its loss is reported once it is read', async () => {
  await using site = await startStuckSite()
  await failLoudly(site, loggedFailures)
  const lostFailures = await lostLines(site)
  expect(lostFailures).toBeGreaterThan(0)
  const ids = await Promise.all(Array.from({ length: 50 }, (_, seed) => upload(site, 100 + seed)))
  expect(new Set(ids).size).toBe(50)
  expect((await fetch(`${site.urls.images}/livez`)).status).toBe(200)
  const lost = await lostLines(site)

  await using log = readLog(site.logPath)
  const told = JSON.parse(await log.lineWith(lostMessage)) as { lines: number }
  expect(told.lines).toBe(lost)
  const failures = log.lines().filter((line) => line.includes('request failed'))
  // What the server tells of its start may be among the lost.
  expect([0, 1]).toContain(failures.length + lostFailures - loggedFailures)
  for (const line of failures) expect(JSON.parse(line).code).toBe('BLOB_MISSING')
  expect(await lostLines(site)).toBe(lost)
}, 60_000)

test('a server whose log no one reads stops in good order', async () => {
  await using site = await startStuckSite()
  await failLoudly(site, loggedFailures)
  expect(await site.stop()).toBe(0)
}, 60_000)

test('what is still to be written when a server stops is written to a reader who comes back in time', async () => {
  await using site = await startStuckSite()
  await failLoudly(site, 500)
  const exited = site.stop()
  await using log = readLog(site.logPath)
  await log.lineWith('"msg":"stopped"')
  expect(await exited).toBe(0)
  expect(log.lines().filter((line) => line.includes('request failed')).length).toBe(500)
}, 60_000)

interface StuckSite extends RunningSite {
  readonly logPath: string
  /** Of an image whose bytes are gone. */
  readonly brokenLink: string
}

/** A site whose log goes into a pipe that no one reads, with an image of which every request is logged. */
async function startStuckSite(): Promise<StuckSite> {
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await temporaryDirectory())
  const logPath = join(directory.path, 'log')
  Bun.spawnSync(['mkfifo', logPath])
  const pipe = openSync(logPath, constants.O_RDWR)
  cleanup.defer(() => closeSync(pipe))
  const dataDirectory = join(directory.path, 'site')
  const site = cleanup.use(await startSite({ dataDirectory, services: 'images,console', logTo: pipe }))
  const { url } = await uploadImage(site, site.credentials!, sampleImage(1))
  for (const file of new Bun.Glob('blobs/??/**').scanSync(dataDirectory)) await rm(join(dataDirectory, file))
  const held = cleanup.move()
  return { ...site, logPath, brokenLink: url!, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function failLoudly({ brokenLink }: StuckSite, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(brokenLink)))
    for (const answer of answers) expect((await answer.json()).error.code).toBe('BLOB_MISSING')
  }
}

async function upload(site: RunningSite, seed: number): Promise<string | undefined> {
  const { status, id } = await uploadImage(site, site.credentials!, sampleImage(seed))
  expect(status).toBe(200)
  return id
}

async function lostLines({ urls }: RunningSite): Promise<number> {
  const text = await (await fetch(`${urls.console}/metrics`)).text()
  return Number(/^pictoglyph_log_lines_lost_total (\d+)$/m.exec(text)?.[1])
}

/** The reader that comes back. */
function readLog(path: string): AsyncDisposable & {
  lines(): string[]
  lineWith(words: string): Promise<string>
} {
  const reader = Bun.spawn(['cat', path], { stdout: 'pipe' })
  const decoder = new TextDecoder()
  const chunks = reader.stdout.getReader()
  let text = ''
  const lines = () => text.split('\n').slice(0, -1)
  return {
    lines,
    async lineWith(words) {
      for (;;) {
        const line = lines().find((one) => one.includes(words))
        if (line !== undefined) return line
        const { value, done } = await chunks.read()
        if (done) throw new Error(`The log ended without "${words}".`)
        text += decoder.decode(value, { stream: true })
      }
    },
    async [Symbol.asyncDispose]() {
      reader.kill()
      await reader.exited
    },
  }
}
