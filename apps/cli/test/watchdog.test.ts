import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { cleanEnvironment, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const message = 'the process ends: its event loop stands still'

/** Longer than the quick watchdog lets a loop compute. */
const stoppedMs = 3_000

test('a process whose loop computes without end is killed, and says what it worked on; one that slept is not', async () => {
  await using watched = await startWatched()
  process.kill(watched.pid, 'SIGSTOP')
  await Bun.sleep(stoppedMs)
  process.kill(watched.pid, 'SIGCONT')
  expect(await watched.told('awake')).toBe('awake')

  const line = await watched.endedBy('hold')
  expect(line).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    worker: 7,
    stillMs: expect.any(Number),
    processorMs: expect.any(Number),
    inWork: ['console POST /two', 'console POST /one'],
    last: 'images GET /short',
    msg: message,
  })
  expect(line.processorMs).toBeGreaterThanOrEqual(1_000)
}, 60_000)

test('a loop that answers one request after the other is busy, however long its timers wait', async () => {
  await using watched = await startWatched()
  expect(await watched.told('serve')).toBe('serve')
}, 60_000)

test('a loop that gets no processor is not ended for what it could not do', async () => {
  await using watched = await startWatched()
  expect(await watched.told('rest')).toBe('rest')
}, 60_000)

test('a system call that never returns is ended by the clock', async () => {
  await using watched = await startWatched()
  const line = await watched.endedBy('block')
  expect(line.stillMs).toBeGreaterThanOrEqual(5_000)
  expect(line.processorMs).toBeLessThan(1_000)
}, 60_000)

/** A process of {@link watched-process.ts} that is ready. */
async function startWatched() {
  const folder = await temporaryFolder()
  const fifo = join(folder.path, 'fifo')
  await Bun.$`mkfifo ${fifo}`
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'watched-process.ts'), fifo], {
    env: cleanEnvironment({}),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const nextLine = async () => (await lines.read()).value?.trim()
  async function send(line: string): Promise<void> {
    child.stdin.write(`${line}\n`)
    await child.stdin.flush()
  }
  expect(await nextLine()).toBe('ready')
  return {
    pid: child.pid,
    /** What it answers to a line. */
    async told(line: string): Promise<string | undefined> {
      await send(line)
      return nextLine()
    },
    /** The line of its log that it ends with after this one. */
    async endedBy(line: string): Promise<Record<string, unknown>> {
      await send(line)
      await child.exited
      expect(child.signalCode).toBe('SIGKILL')
      const written = await new Response(child.stderr).text()
      expect(written).toStartWith('<3>')
      return JSON.parse(written.slice(3))
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      await folder[Symbol.asyncDispose]()
    },
  }
}

test('a worker that stands still is replaced, while the other goes on answering', async () => {
  await using folder = await temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: String(port),
    PICTOGLYPH_PROCESSES: '2',
  }
  const main = join(import.meta.dir, '../src/main.ts')
  const preload = join(import.meta.dir, 'hold-the-loop.ts')
  await using server = startPictoglyph(
    variables,
    ['--preload', preload, main, 'serve', '--json'],
    process.execPath,
  )
  await server.printed(/"serving"/)
  const before = childrenOf(server.pid)
  expect(before).toHaveLength(2)

  const held = fetch(`${url}/api/public/encrypt`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"text":"hold the event loop","charsetId":"roar","algorithmId":"classic"}',
  }).catch(() => 'cut off')
  // A connection that falls to the worker that is held has no answer either.
  const isAlive = async () => {
    const asked = { headers: { Connection: 'close' }, signal: AbortSignal.timeout(500) }
    const answer = await fetch(`${url}/livez`, asked).catch(() => undefined)
    return answer?.status === 200
  }
  let answered = 0
  let isOver = false
  const logged = server.logged(message).finally(() => {
    isOver = true
  })
  // Chance decides which worker a connection falls to, so that one after the other would be too few to rely on.
  const askers = Array.from({ length: 4 }, async () => {
    while (!isOver) if (await isAlive()) answered += 1
  })
  await Promise.all(askers)
  expect(answered).toBeGreaterThan(10)
  expect(await held).toBe('cut off')
  const line = await logged
  expect(line).toMatchObject({ last: expect.any(String), worker: expect.any(Number) })
  expect(line.processorMs).toBeGreaterThanOrEqual(10_000)
  expect(line.inWork).toEqual(['text POST /api/public/encrypt'])
  expect(await server.logged('a worker ended')).toMatchObject({ worker: line.worker, signal: 'SIGKILL' })
  while (childrenOf(server.pid).length < 2) await Bun.sleep(20)
  expect(childrenOf(server.pid).filter((pid) => before.includes(pid))).toHaveLength(1)
}, 120_000)

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}
