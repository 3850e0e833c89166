import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const logModule = JSON.stringify(join(import.meta.dir, '../src/log.ts'))

/** A deadline that keeps a process alive for weeks unless it is cleared. */
const deadlineMs = 2 ** 31 - 1

/** Logs into a file that takes no more than 2 kB, then lets it take any number, and logs once more. */
const program = (lines: number) => `
  import { createLog } from ${logModule}
  const log = createLog()
  for (let n = 0; n < 50; n++) log.info({ n }, 'before')
  console.log(await log.flush(${deadlineMs}))
  for (let n = 50; n < ${lines}; n++) log.info({ n }, 'before')
  Bun.spawnSync(['prlimit', '--pid', String(process.pid), '--fsize=unlimited:unlimited'])
  log.info({}, 'after')
  console.log(await log.flush(${deadlineMs}))
`

async function logOf(
  lines: number,
): Promise<{ out: string; code: number; written: Record<string, unknown>[] }> {
  const directory = await mkdtemp(join(tmpdir(), 'log-'))
  await using _folder = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
  const file = join(directory, 'log')
  const shell = `trap '' XFSZ; ulimit -S -f 2; exec "$0" -e "$1" 2>"$2"`
  const child = Bun.spawn(['bash', '-c', shell, process.execPath, program(lines), file], { stdout: 'pipe' })
  const [out, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  const written = (await Bun.file(file).text()).trimEnd().split('\n')
  return { out, code, written: written.map((line): Record<string, unknown> => JSON.parse(line)) }
}

test('what the log has no room for stops nobody, and is written whole once there is room', async () => {
  const { out, code, written } = await logOf(100)
  expect({ out, code }).toEqual({ out: 'false\ntrue\n', code: 0 })
  expect(written.map(({ n, msg }) => n ?? msg)).toEqual([...Array(100).keys(), 'after'])
})

test('of a log that has no room for long the first megabyte is kept, and the rest is counted', async () => {
  const { out, code, written } = await logOf(20_000)
  expect({ out, code }).toEqual({ out: 'false\ntrue\n', code: 0 })
  const before = written.filter(({ msg }) => msg === 'before')
  expect(before.map(({ n }) => n)).toEqual([...before.keys()])
  const lost = written.find(({ msg }) => msg === 'lines were lost: the log could not be written')
  expect(written.length - 1 + Number(lost?.lines)).toBe(20_001)
  expect(lost?.reason).toStartWith('EFBIG')
})

/** The reader of its standard error ends after a line; then a journal takes new streams. */
const withJournal = `
  import { createServer } from 'node:net'
  import { createLog } from ${logModule}
  const log = createLog('info', null, { isJournal: true, journalSocket: 'socket' })
  log.info({}, 'read')
  while (log.lostLines() < 3) {
    log.warn({}, 'lost')
    await Bun.sleep(5)
  }
  let received = ''
  createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (chunk) => (received += chunk))
    socket.end()
  }).listen('socket')
  while (!received.includes('lines were lost')) await Bun.sleep(5)
  const lost = log.lostLines()
  log.error({}, 'after')
  await log.flush(10_000)
  while (!received.includes('after')) await Bun.sleep(5)
  console.log(JSON.stringify({ lost, received }))
  process.exit()
`

test('where a journal was stopped, lines are counted, and come again as soon as it is back', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'log-'))
  await using _folder = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
  const shell = 'exec "$0" -e "$1" 2> >(head -n 1 > read)'
  const child = Bun.spawn(['bash', '-c', shell, process.execPath, withJournal], {
    cwd: directory,
    stdout: 'pipe',
  })
  const { lost, received } = JSON.parse(await new Response(child.stdout).text())
  expect(await Bun.file(join(directory, 'read')).text()).toMatch(/^<6>\{.*"msg":"read"\}\n$/)
  const lines = received.split('\n')
  expect(lines.slice(0, 7)).toEqual(['pictoglyph', '', '6', '1', '0', '0', '0'])
  expect(lines[7]).toStartWith('<4>')
  expect(JSON.parse(lines[7].slice(3))).toMatchObject({
    lines: lost,
    reason: expect.stringContaining('EPIPE'),
  })
  expect(lines[8]).toMatch(/^<3>\{.*"msg":"after"\}$/)
  expect(lines.slice(9)).toEqual([''])
})
