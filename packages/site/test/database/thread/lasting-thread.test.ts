import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startLastingThread, startWriterThread } from '../../../src/database/thread/database.ts'
import { temporaryFolder } from '../sqlite-files.ts'

const program = new URL('./ending-thread.ts', import.meta.url)

/** A thread that can be made to end, how often it was started, and the time that it goes by. */
async function openThread(folder: string) {
  let starts = 0
  let nowMs = 0
  const start = () => {
    starts += 1
    return startWriterThread(join(folder, 'site.sqlite'), program)
  }
  const thread = await startLastingThread(start, () => nowMs)
  const claim = (name: string) =>
    thread.call({ store: 'settings', method: 'claim', parameters: [name, ''], nowMs: null })
  const end = (how: 'end' | 'fault') =>
    thread.call({ store: 'database', method: how, parameters: [], nowMs: null })
  const pass = (durationMs: number) => {
    nowMs += durationMs
  }
  return { thread, claim, end, pass, starts: () => starts }
}

test.each(['end', 'fault'] as const)('a thread that meets its %s is started again each time', async (how) => {
  await using folder = await temporaryFolder()
  const { thread, claim, end, pass, starts } = await openThread(folder.path)
  expect(await claim('first')).toBe(true)
  for (const [ends, name] of ['second', 'third'].entries()) {
    await expect(end(how)).rejects.toMatchObject({ facts: { code: 'STORAGE_FAILED', helper: 'writer' } })
    pass(1_000)
    expect(await Promise.all([claim(name), claim(name), claim('first')])).toEqual([true, false, false])
    expect(starts()).toBe(2 + ends)
  }
  await thread.close()
})

test('after a start that failed, the next call a second later tries again', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  let nowMs = 0
  let starts = 0
  const thread = await startLastingThread(
    () => startWriterThread(++starts === 2 ? folder.path : path, program),
    () => nowMs,
  )
  const claim = () => thread.call({ store: 'settings', method: 'claim', parameters: ['a', ''], nowMs: null })
  const ended = thread.call({ store: 'database', method: 'end', parameters: [], nowMs: null })
  await expect(ended).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  for (const [atMs, expected] of [
    [1_000, 2],
    [1_999, 2],
  ] as const) {
    nowMs = atMs
    await expect(claim()).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
    expect(starts).toBe(expected)
  }
  nowMs = 2_000
  expect(await claim()).toBe(true)
  expect(starts).toBe(3)
  await thread.close()
})

test('until a second has passed since it was started, changes fail at once', async () => {
  await using folder = await temporaryFolder()
  const { thread, claim, end, pass, starts } = await openThread(folder.path)
  await expect(end('end')).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  pass(999)
  await expect(claim('early')).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  expect(starts()).toBe(1)
  await thread.close()
})

test('a thread that was closed stays closed', async () => {
  await using folder = await temporaryFolder()
  const { thread, claim, pass, starts } = await openThread(folder.path)
  await thread.close()
  pass(1_000)
  await expect(claim('late')).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
  expect(starts()).toBe(1)
})
