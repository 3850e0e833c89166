import { expect, test } from 'bun:test'
import { forEachAtOnce } from '../../src/care/at-once.ts'

/** Items that tell how many of them were asked for, and whether their source was closed. */
function numbers(count: number) {
  const state = { taken: 0, isClosed: false }
  async function* source(): AsyncGenerator<number> {
    try {
      for (let number = 1; number <= count; number += 1) {
        state.taken += 1
        yield number
      }
    } finally {
      state.isClosed = true
    }
  }
  return { state, items: source() }
}

test('every item is worked on, never more at once than are allowed, and none is taken before there is room', async () => {
  const { state, items } = numbers(20)
  const done: number[] = []
  let running = 0
  let maxRunning = 0
  await forEachAtOnce(items, 3, async (number) => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    expect(state.taken - done.length).toBeLessThanOrEqual(3)
    await new Promise<void>((resolve) => setTimeout(resolve))
    running -= 1
    done.push(number)
  })
  expect(maxRunning).toBe(3)
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(state.isClosed).toBe(true)
})

test('after an error no further work is begun, what runs ends, and then the error is thrown', async () => {
  const { state, items } = numbers(20)
  const ended: number[] = []
  const slow = Promise.withResolvers<void>()
  const outcome = forEachAtOnce(items, 2, async (number) => {
    if (number === 2) throw new Error('the second')
    await slow.promise
    ended.push(number)
  }).catch(String)
  let isOver = false
  void outcome.then(() => {
    isOver = true
  })
  await new Promise<void>((resolve) => setTimeout(resolve))
  expect(isOver).toBe(false)
  slow.resolve()
  expect(await outcome).toBe('Error: the second')
  expect([ended, state]).toEqual([[1], { taken: 2, isClosed: true }])
})

test('an error of the source is thrown, too', async () => {
  async function* source(): AsyncGenerator<number> {
    yield 1
    throw new Error('no more can be read')
  }
  await expect(forEachAtOnce(source(), 4, async () => {})).rejects.toThrow('no more can be read')
})
