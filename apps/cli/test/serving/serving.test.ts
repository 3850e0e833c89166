import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { expectRecorded } from '@pictoglyph/recorded'
import { freePort } from '@pictoglyph/web/test/free-port'
import { type RunningCommand, startPictoglyph } from '../command.ts'
import { recordSessions } from '../sessions/recorder.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { createNames, logLines, metricLines } from './served-lines.ts'

/** How uploads are decoded and scanned, and when that is known, depends on the machine. */
const ofMachine = /isolation|smaller images/

const withoutMeans = (line: string): string =>
  line.replace(/^\w+: (.* are (?:made|scanned)) (?:in|without) isolation.*/, '$1 …')

const record = (name: string, lines: readonly string[]) =>
  expectRecorded(new URL(`./${name}.txt`, import.meta.url), lines)

async function variablesOf(folder: string): Promise<Record<string, string>> {
  const [images, text, console, metrics] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  return {
    PICTOGLYPH_DATA_DIR: join(folder, 'data'),
    PICTOGLYPH_IMAGES_PORT: String(images),
    PICTOGLYPH_TEXT_PORT: String(text),
    PICTOGLYPH_CONSOLE_PORT: String(console),
    PICTOGLYPH_METRICS_PORT: String(metrics),
  }
}

/** Names for the ports and the folder of these variables. */
function namesOf(folder: string, variables: Record<string, string>) {
  const names = createNames()
  names.name(folder, 'folder')
  for (const service of ['IMAGES', 'TEXT', 'CONSOLE', 'METRICS'])
    names.name(`:${variables[`PICTOGLYPH_${service}_PORT`]}`, service.toLowerCase())
  return names
}

function changeRows(data: string, statement: string): void {
  using rows = new Database(join(data, 'pictoglyph.db'))
  rows.run('PRAGMA busy_timeout = 5000')
  rows.run(statement)
}

/** Ends a server by a signal. @returns its exit code */
async function endedBy(server: RunningCommand, signal: NodeJS.Signals): Promise<number> {
  process.kill(server.pid, signal)
  await server.logged('stopped')
  return server.stop()
}

test('a process says what is recorded: at its start, to probes, of what it did, and at its end', async () => {
  await using folder = await temporaryFolder()
  const variables = await variablesOf(folder.path)
  const names = namesOf(folder.path, variables)
  const lines: string[] = []
  const address = (service: string, path: string) =>
    `http://localhost:${variables[`PICTOGLYPH_${service}_PORT`]}${path}`

  const scanned = { ...variables, PICTOGLYPH_SCAN_COMMAND: '/bin/true' }
  await using server = startPictoglyph(scanned, ['serve'])
  await server.remarked(/"msg":"uploads are scanned/)
  const key = await server.printed(/API key +(\w+)/)
  names.name(key, 'key')
  names.name(await server.printed(/password +(\w+)/), 'password')
  await server.logged('serving')
  await server.remarked(/"msg":"(renditions are made|no smaller)/)
  lines.push('> standard output', ...server.out().trimEnd().split('\n'))

  lines.push('> probes')
  for (const service of ['IMAGES', 'TEXT', 'CONSOLE', 'METRICS'])
    for (const path of ['/livez', '/readyz', '/metrics', '/nothing']) {
      const answer = await fetch(address(service, path))
      const body = path === '/metrics' && answer.ok ? '(metrics)' : await answer.text()
      const type = answer.headers.get('content-type') ?? ''
      const shown = type.includes('json') ? body : body.slice(0, 20).split('\n')[0]
      lines.push(`${service} ${path} ${answer.status} ${type} ${shown}`)
    }

  async function upload(secret: string, colour: number): Promise<void> {
    const form = new FormData()
    form.set('categoryId', 'general')
    form.set('file', new File([pngOf(colour)], 'a.png'))
    const headers = { authorization: `Bearer ${secret}` }
    const answer = await fetch(address('IMAGES', '/api/v1/upload'), { method: 'POST', headers, body: form })
    const { data } = (await answer.json()) as { data?: { id: string; url: string } }
    if (data === undefined) return
    names.name(data.id, `image ${colour}`)
    await (await fetch(data.url)).arrayBuffer()
  }
  for (const [secret, colour] of [
    [key, 1],
    [key, 1],
    [key, 2],
    ['none', 3],
  ] as const)
    await upload(secret, colour)
  for (const body of ['{"text":"hello","charsetId":"roar","algorithmId":"classic"}', '{}'])
    await fetch(address('TEXT', '/api/public/encrypt'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const metrics = metricLines(await (await fetch(address('METRICS', '/metrics'))).text())
  const data = join(folder.path, 'data')
  changeRows(data, 'ALTER TABLE site_revision RENAME TO away')
  await server.logged('background work failed')
  changeRows(data, 'ALTER TABLE away RENAME TO site_revision')
  await server.logged('works again')
  expect(await endedBy(server, 'SIGTERM')).toBe(0)
  names.name(/"keyId":"(\w+)"/.exec(server.remarks())?.[1] ?? '', 'key id')
  const logged = (log: string) => {
    // Other work may need the table too while it is away.
    const told = logLines(log).filter((line) => !/"work":"(?!read settings)/.test(line))
    const means = told.filter((line) => ofMachine.test(line)).map(withoutMeans)
    return [...told.filter((line) => !ofMachine.test(line)), ...means.toSorted()]
  }
  lines.push('> log', ...logged(server.remarks()))

  const left = join(data, 'blobs/staging/left')
  await writeFile(left, 'by a crash')
  await utimes(left, 0, 0)
  changeRows(data, `INSERT INTO settings VALUES ('upload.maxSide', 'wide'), ('text.unknown', '1')`)
  changeRows(data, `UPDATE api_keys SET binding = '{'`)
  await using again = startPictoglyph(variables, ['serve', '--json'])
  await again.logged('serving')
  await again.remarked(/"msg":"(renditions are made|no smaller)/)
  expect(await endedBy(again, 'SIGINT')).toBe(0)
  lines.push('> a second start', ...again.out().trimEnd().split('\n'), ...logged(again.remarks()))
  await record('serving', lines.map(names.normal))
  await record('metrics', metrics.map(names.normal))
}, 90_000)

test('several processes say what is recorded, and a port for metrics tells of all of them', async () => {
  await using folder = await temporaryFolder()
  const variables: Record<string, string> = { ...(await variablesOf(folder.path)), PICTOGLYPH_PROCESSES: '2' }
  const names = namesOf(folder.path, variables)
  await using server = startPictoglyph(variables, ['serve', '--json'])
  names.name(await server.printed(/"apiKey":"(\w+)"/), 'key')
  names.name(await server.printed(/"password":"(\w+)"/), 'password')
  await server.printed(/("serving")/)
  await server.remarked(/"worker":0.*"msg":"(renditions are made|no smaller)/)
  await server.remarked(/"worker":1.*"msg":"(renditions are made|no smaller)/)
  const text = await (await fetch(`http://localhost:${variables.PICTOGLYPH_METRICS_PORT}/metrics`)).text()
  const labelled = metricLines(text).filter((line) =>
    /^pictoglyph_(uploads_total|limiter_deg|ready|rendition_maker)/.test(line),
  )
  expect(await server.stop()).toBe(0)
  const log = logLines(server.remarks()).filter((line) => !ofMachine.test(line))
  const lines = [...server.out().trimEnd().split('\n'), ...log.toSorted(), ...labelled.toSorted()]
  await record('workers', lines.map(names.normal))
}, 90_000)

test('a start of which a worker ends before it serves ends with an error, and names the worker', async () => {
  await using folder = await temporaryFolder()
  const variables = { ...(await variablesOf(folder.path)), PICTOGLYPH_PROCESSES: '2' }
  await using server = startPictoglyph(variables, ['serve'])
  await server.printed(/(API key)/)
  let child: number | undefined
  while (child === undefined) {
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
    child = children.split(' ').filter(Boolean).map(Number).at(-1)
    await Bun.sleep(1)
  }
  process.kill(child, 'SIGKILL')
  await server.remarked(/pictoglyph: Worker [01] ended before it served: see the log\./)
  expect(await server.stop()).toBe(1)
}, 60_000)

test('a start that is refused says why, as recorded, and makes nothing', async () => {
  await using folder = await temporaryFolder()
  const at = (...parts: string[]) => join(folder.path, ...parts)
  const variables = await variablesOf(folder.path)
  const names = namesOf(folder.path, variables)
  await writeFile(at('file'), '')
  await writeFile(at('text.db'), 'no database at all, but long enough to be taken for one'.repeat(20))
  await mkdir(at('blobs/ab'), { recursive: true })
  await writeFile(at('blobs/ab', 'c'.repeat(62)), 'of another site')
  await writeFile(at('new.db.restoring'), '')
  await writeFile(at('gone.db-wal'), '')
  await using taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  names.name(String(taken.port), 'taken')
  const port = String(taken.port)
  const refused: Record<string, string>[] = [
    { PICTOGLYPH_DATA_DIR: at('file') },
    { PICTOGLYPH_DATABASE_URL: `sqlite:${at('text.db')}` },
    { PICTOGLYPH_DATABASE_URL: `sqlite:${at('blobs')}` },
    { PICTOGLYPH_DATABASE_URL: `sqlite:${at('new.db')}` },
    { PICTOGLYPH_DATABASE_URL: `sqlite:${at('gone.db')}` },
    { PICTOGLYPH_DATABASE_URL: `sqlite:${at('file/site.db')}` },
    { PICTOGLYPH_DATABASE_URL: 'postgres://name:secret@127.0.0.1:1/site' },
    { PICTOGLYPH_BLOBS_URL: `file:${at('file')}` },
    { PICTOGLYPH_BLOBS_URL: `file:${at('blobs')}` },
    { PICTOGLYPH_IMAGES_PORT: port },
    { PICTOGLYPH_TEXT_PORT: port },
    { PICTOGLYPH_CONSOLE_PORT: port },
    { PICTOGLYPH_METRICS_PORT: port },
    { PICTOGLYPH_HOST: 'no-such-host.invalid' },
    { PICTOGLYPH_CONSOLE_HOST: 'no-such-host.invalid' },
    { PICTOGLYPH_HOST: '192.0.2.1' },
    { PICTOGLYPH_CONSOLE_HOST: '192.0.2.1' },
    { PICTOGLYPH_UNKNOWN: '1', PICTOGLYPH_PROCESSES: '0' },
    { PICTOGLYPH_PROCESSES: '2', PICTOGLYPH_TEXT_PORT: port },
  ]
  await using sessions = await recordSessions(folder.path, variables)
  for (const [index, change] of refused.entries()) {
    const set = Object.entries(change).map(([name, value]) => `${name}=${value}`)
    await sessions.run([`${set.join(' ')} serve${index % 2 === 0 ? '' : ' --json'}`])
    expect([change, await Bun.file(at('data/pictoglyph.db')).exists()]).toEqual([change, false])
  }
  await record('refused', sessions.take().map(names.normal))
}, 90_000)
