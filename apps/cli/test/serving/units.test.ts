import { expect, test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import type { StoredProblem } from '@pictoglyph/site/language/stored-problem'
import type { Log, LogFacts } from '@pictoglyph/web/log'
import { readBlobsAddress } from '../../src/blobs-address.ts'
import { hostOf, isDatabaseAddress, nameOfDatabase } from '../../src/database-address.ts'
import { readPointInTime } from '../../src/point-in-time.ts'
import { uploadLine } from '../../src/serve/first-start-message.ts'
import { rememberErrors } from '../../src/serve/recent-errors.ts'
import { createProblemLog } from '../../src/serve/stored-problems.ts'
import { createStandstill } from '../../src/serve/watchdog/standstill.ts'
import { createWorkBoard, readWorkBoard } from '../../src/serve/watchdog/work-board.ts'
import { explainSqliteFailure, isDiskFull } from '../../src/sqlite-failure.ts'
import { ownFolderOf, pathOf } from '../../src/url-path.ts'

/** A log that keeps its lines. */
function keptLog(): { log: Log; lines: string[] } {
  const lines: string[] = []
  const write = (level: string) => (facts: LogFacts, message: string) =>
    void lines.push(`${level} ${message} ${JSON.stringify(facts)}`)
  return { log: { info: write('info'), warn: write('warn'), error: write('error') }, lines }
}

test('the board has the eight newest requests in work, of at most thirty-two, and the last one', () => {
  const board = createWorkBoard()
  const reader = readWorkBoard(board.memory)
  expect([reader.signs(), reader.requests()]).toEqual([0, { inWork: [], last: null }])
  const one = board.begin('one')
  expect([reader.signs(), reader.requests()]).toEqual([1, { inWork: ['one'], last: 'one' }])
  board.end(one)
  expect([reader.signs(), reader.requests()]).toEqual([2, { inWork: [], last: 'one' }])
  board.end(one)
  board.beat()
  expect(reader.signs()).toBe(4)

  const begun = Array.from({ length: 34 }, (_, at) => board.begin(`request ${at}`))
  const newest = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, at) => `request ${from - at}`)
  expect(reader.requests()).toEqual({ inWork: newest(33, 26), last: 'request 33' })
  for (const noted of begun.slice(26)) board.end(noted)
  expect(reader.requests()).toEqual({ inWork: newest(25, 18), last: 'request 33' })
  for (const noted of begun.slice(4, 26)) board.end(noted)
  // The newest two had the places of the oldest two.
  expect(reader.requests().inWork).toEqual(newest(3, 2))
  for (const noted of begun) board.end(noted)
  expect(reader.requests().inWork).toEqual([])
  // Each place is free once, so that as many as before have one.
  const again = Array.from({ length: 32 }, (_, at) => board.begin(`request ${at}`))
  for (const noted of again.slice(8)) board.end(noted)
  expect(reader.requests().inWork).toEqual(newest(7, 0))

  board.begin('x'.repeat(255))
  expect(reader.requests().last).toHaveLength(255)
  board.begin('x'.repeat(256))
  expect(reader.requests().last).toHaveLength(256)
  board.begin(`${'x'.repeat(255)}é`)
  expect(reader.requests().last).toBe('x'.repeat(255))
})

test('the last hundred failed requests are remembered, the newest first, and every line is logged', () => {
  const { log, lines } = keptLog()
  let nowMs = 0
  const remembered = rememberErrors(log, () => nowMs)
  remembered.log.error({ part: 'blobs' }, 'not ready')
  remembered.log.warn({ requestId: 'w' }, 'warned')
  remembered.log.info({ requestId: 'i' }, 'told')
  expect([remembered.list(), lines]).toEqual([
    [],
    ['error not ready {"part":"blobs"}', 'warn warned {"requestId":"w"}', 'info told {"requestId":"i"}'],
  ])
  for (nowMs = 1; nowMs <= 101; nowMs++) remembered.log.error({ requestId: `r${nowMs}` }, 'request failed')
  expect(remembered.list().map(({ atMs }) => atMs)).toEqual(Array.from({ length: 100 }, (_, at) => 101 - at))
  const facts = { requestId: 'r', service: 'images', method: 'GET', path: '/i/a', code: 'STORAGE_FAILED' }
  for (const [error, message] of [
    [undefined, ''],
    ['text', ''],
    [{ code: 1 }, ''],
    [{ message: 'outer' }, 'outer'],
    [{ message: 'outer', cause: { message: 'inner' } }, 'inner'],
    [{ message: 'outer', cause: { code: 1 } }, 'outer'],
    [{ message: 'outer', cause: null }, 'outer'],
  ] as const) {
    remembered.log.error({ ...facts, error }, 'request failed')
    expect(remembered.list()[0]).toEqual({ atMs: 102, ...facts, message })
  }
  remembered.log.error({ requestId: 'bare' }, 'request failed')
  const bare = { service: '', method: '', path: '', code: '', message: '' }
  expect(remembered.list()[0]).toEqual({ atMs: 102, requestId: 'bare', ...bare })
})

test('stored values that are not understood are told once, at most a hundred at a time', () => {
  const { log, lines } = keptLog()
  const tell = createProblemLog(log)
  const problem = (at: number, stored = 'x'): StoredProblem => ({
    kind: 'policy',
    name: `p${at}`,
    stored,
    inForce: 'y',
    repair: 'z',
  })
  const many = (count: number) => Array.from({ length: count }, (_, at) => problem(at))
  const toldOf = (problems: readonly StoredProblem[]) => {
    tell(problems)
    return lines.splice(0)
  }
  const line = (at: number, stored = 'x') =>
    `warn a stored value is not understood ${JSON.stringify(problem(at, stored))}`
  expect(toldOf([])).toEqual([])
  expect(toldOf(many(1))).toEqual([line(0)])
  expect(toldOf(many(2))).toEqual([line(1)])
  expect(toldOf(many(2))).toEqual([])
  expect(toldOf([problem(0, 'other'), problem(1)])).toEqual([line(0, 'other')])
  expect(toldOf([])).toEqual([])
  expect(toldOf(many(1))).toEqual([line(0)])
  toldOf([])
  expect(toldOf(many(100))).toEqual(many(100).map((_, at) => line(at)))
  toldOf([])
  expect(toldOf(many(102)).slice(99)).toEqual([
    line(99),
    'warn more stored values are not understood {"more":2}',
  ])
  expect(toldOf(many(102))).toEqual([])
})

test('a loop stands still at its bounds, and not one look before', () => {
  const bounds = { lookEveryMs: 10, processorMs: 100, clockMs: 50 }
  const byClock = createStandstill(bounds)
  for (let look = 0; look < 5; look++) expect(byClock(7, undefined)).toBeUndefined()
  expect(byClock(7, undefined)).toEqual({ stillMs: 50, processorMs: null })
  expect(byClock(8, undefined)).toBeUndefined()

  const byProcessor = createStandstill(bounds)
  expect(byProcessor(1, { processorMs: 500, waitedMs: 30 })).toBeUndefined()
  expect(byProcessor(1, { processorMs: 599.4, waitedMs: 30 })).toBeUndefined()
  expect(byProcessor(1, { processorMs: 600.6, waitedMs: 33 })).toEqual({ stillMs: 17, processorMs: 101 })

  const starved = createStandstill(bounds)
  expect(starved(1, { processorMs: 0, waitedMs: 0 })).toBeUndefined()
  for (let look = 1; look < 9; look++)
    expect(starved(1, { processorMs: 0, waitedMs: 20 * look })).toBeUndefined()
  expect(starved(1, { processorMs: 100, waitedMs: 1_000 })).toEqual({ stillMs: 0, processorMs: 100 })
})

const nowMs = Date.UTC(2026, 0, 31, 12)
const isoOf = (text: string): string => new Date(readPointInTime(text, nowMs)).toISOString()
const sqliteError = (code: string) => Object.assign(new Error('said by SQLite'), { code })
const explained = (code: string): string | undefined => {
  const reason = explainSqliteFailure('/nowhere/site.db', sqliteError(code))
  return reason instanceof Error ? reason.message : reason
}
const credentials = {
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  sessionToken: undefined,
  region: undefined,
}
const upload = (file: string) =>
  uploadLine({ apiKey: 'pgl_x', categoryId: 'a b', file, imagesUrl: 'https://img.example' })

/** Calls with each of their arguments. */
const calls: readonly (readonly [name: string, call: (...given: string[]) => unknown, all: string[][]])[] = [
  [
    'pathOf',
    pathOf,
    [['sqlite:/a/b'], ['sqlite:///a/b'], ['sqlite://a/b'], ['file:/a/../b'], ['file:////b'], ['file:/a b']],
  ],
  [
    'ownFolderOf',
    ownFolderOf,
    [
      ['/srv/site/blobs', '/srv/site'],
      ['/srv/site', '/srv/site'],
      ['/srv', '/srv/site'],
      ['/srv/site2', '/srv/site'],
      ['/srv/site/..blobs', '/srv/site'],
    ],
  ],
  ['isDatabaseAddress', isDatabaseAddress, [['sqlite:'], ['postgres://h/d'], ['postgres://u:a/b@h'], ['x']]],
  ['nameOfDatabase', nameOfDatabase, [['sqlite:/a/b.db'], ['postgres://u:p@h:5/d'], ['postgres:///d']]],
  ['hostOf', hostOf, [['postgres://u:p@h:5/d'], ['postgres://h'], ['postgres:///d'], ['postgres://u:a/b@h']]],
  [
    'readPointInTime',
    isoOf,
    [['0m'], ['1m'], ['1h'], ['1d'], ['1w'], ['999999m'], ['2026-02-01'], ['2026-02-01T00:00+01:00']],
  ],
  [
    'readPointInTime',
    isoOf,
    [['1000000m'], ['1s'], ['1'], ['-1d'], ['1.5d'], ['1D'], ['2026-2-1'], ['2026-02-29'], ['2026-02-01x']],
  ],
  [
    'readBlobsAddress',
    (url, region) => readBlobsAddress(url ?? '', { ...credentials, region }),
    [
      ['file:/a'],
      ['s3://b'],
      ['s3://b/p', 'eu-1'],
      ['s3://b?endpoint=http://h', 'eu-1'],
      ['s3://b?region=x', 'eu-1'],
    ],
  ],
  [
    'explainSqliteFailure',
    explained,
    [
      'SQLITE_FULL',
      'ENOSPC',
      'EDQUOT',
      'SQLITE_CORRUPT',
      'SQLITE_CORRUPT_VTAB',
      'SQLITE_NOTADB',
      'SQLITE_IOERR',
    ]
      .concat(['SQLITE_IOERR_READ', 'EIO', 'SQLITE_BUSY', 'ENOENT', ''])
      .map((code) => [code]),
  ],
  [
    'isDiskFull',
    (code) => isDiskFull(sqliteError(code ?? '')),
    [['SQLITE_FULL'], ['ENOSPC'], ['EDQUOT'], ['EIO']],
  ],
  [
    'uploadLine',
    upload,
    [['/a/b.jpg'], ['/a b/c.jpg'], ['/a;b.jpg'], ['/a,"b\\c".jpg'], ["/it's.jpg"], ['/图.jpg']],
  ],
]

test('addresses, paths and times are read as recorded', async () => {
  const lines = calls.flatMap(([name, call, all]) =>
    all.map((given) => {
      const words = given.map((one) => JSON.stringify(one)).join(', ')
      try {
        return `${name}(${words}) → ${JSON.stringify(call(...given))}`
      } catch (error) {
        return `${name}(${words}) ! ${error instanceof Error ? error.message : String(error)}`
      }
    }),
  )
  await expectRecorded(new URL('./units.txt', import.meta.url), lines)
})
