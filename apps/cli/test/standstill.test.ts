import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createStandstill } from '../src/serve/watchdog/standstill.ts'
import { loopThread, threadTimes } from '../src/serve/watchdog/thread-times.ts'
import { temporaryFolder } from './temporary-folder.ts'

const bounds = { lookEveryMs: 500, processorMs: 10_000, clockMs: 60_000 }

/** What becomes of a loop that gives one sign and then none, looked at so often, while its thread runs and waits. */
function silenceAfter(looks: number, { ran, waited }: { ran: number; waited: number }) {
  const judge = createStandstill(bounds)
  expect(judge(1, { processorMs: 7_000, waitedMs: 3_000 })).toBeUndefined()
  for (let look = 1; look <= looks; look++) {
    const silence = judge(1, { processorMs: 7_000 + look * ran, waitedMs: 3_000 + look * waited })
    if (silence !== undefined) return { look, ...silence }
  }
  return undefined
}

test('ten seconds of processor time without a sign of life are a standstill', () => {
  expect(silenceAfter(200, { ran: 500, waited: 0 })).toEqual({
    look: 20,
    stillMs: 10_000,
    processorMs: 10_000,
  })
  expect(silenceAfter(19, { ran: 500, waited: 0 })).toBeUndefined()
})

test('a starved loop has as long to compute as one with a processor of its own', () => {
  expect(silenceAfter(200, { ran: 50, waited: 450 })).toEqual({
    look: 200,
    stillMs: 10_000,
    processorMs: 10_000,
  })
  expect(silenceAfter(10_000, { ran: 0, waited: 500 })).toBeUndefined()
})

test('sixty seconds in which it neither runs nor could are a standstill', () => {
  expect(silenceAfter(200, { ran: 0, waited: 0 })).toEqual({ look: 120, stillMs: 60_000, processorMs: 0 })
})

test('any sign of life begins the count again', () => {
  const judge = createStandstill(bounds)
  for (let look = 1; look < 1_000; look++) {
    const sign = Math.floor(look / 19)
    expect(judge(sign, { processorMs: look * 500, waitedMs: 0 })).toBeUndefined()
  }
})

test('without times of the thread, the clock alone decides', () => {
  const judge = createStandstill(bounds)
  const looks = Array.from({ length: 121 }, () => judge(1, undefined))
  expect(looks.findIndex((silence) => silence !== undefined)).toBe(120)
  expect(looks.at(-1)).toEqual({ stillMs: 60_000, processorMs: null })
})

test('the times of the thread are read from the system, with or without its scheduler’s own', async () => {
  const folder = await temporaryFolder()
  await using _folder = folder
  expect(threadTimes(folder.path)).toBeUndefined()
  const stat = `42 (a (strange) na\nme 7) R 1 42 42 0 -1 4194560 1037 0 0 0 123 45 0 0 20 0 1 0 100 0 0`
  await Bun.write(join(folder.path, 'stat'), stat)
  expect(threadTimes(folder.path)).toEqual({ processorMs: 1_680, waitedMs: 0 })
  await Bun.write(join(folder.path, 'schedstat'), '0 0 0\n')
  expect(threadTimes(folder.path)).toEqual({ processorMs: 1_680, waitedMs: 0 })
  await Bun.write(join(folder.path, 'schedstat'), '5000000 2000000 12\n')
  expect(threadTimes(folder.path)).toEqual({ processorMs: 5, waitedMs: 2 })
  if (process.platform === 'linux') expect(threadTimes(loopThread)?.processorMs).toBeGreaterThan(0)
})
