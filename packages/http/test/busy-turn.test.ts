import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createBusyTurn } from '../src/busy-turn.ts'
import { nextTurn } from '../src/next-turn.ts'

/** How many of the requests of each millisecond are to wait, given how many come in each. */
function waitingOf(requests: readonly number[]): number[] {
  let nowMs = 1_000
  const busyTurn = createBusyTurn(() => nowMs)
  return requests.map((count) => {
    nowMs++
    return Array.from({ length: count }, () => busyTurn()).filter((turn) => turn !== undefined).length
  })
}

const anyMilliseconds = fc.array(fc.nat({ max: 40 }), { maxLength: 50 })

test('a request waits for others only right after a millisecond in which many came', () => {
  fc.assert(
    fc.property(anyMilliseconds, (requests) => {
      const expected = requests.map((count, i) => ((requests[i - 1] ?? 0) >= 16 ? count : 0))
      expect(waitingOf(requests)).toEqual(expected)
    }),
  )
})

test('after a pause nobody waits, however many came before it', () => {
  let nowMs = 0.5
  const busyTurn = createBusyTurn(() => nowMs)
  for (let count = 0; count < 1_000; count++) void busyTurn()
  nowMs = 2.5
  expect(busyTurn()).toBeUndefined()
})

test('who waits goes on in the next turn of the event loop', async () => {
  let nowMs = 1
  const busyTurn = createBusyTurn(() => nowMs)
  for (let count = 0; count < 100; count++) void busyTurn()
  nowMs = 2
  const log: string[] = []
  const turns = [busyTurn(), nextTurn(), busyTurn()]
  await Promise.all(turns.map(async (turn, i) => turn?.then(() => log.push(`turn ${i}`))))
  expect(log).toEqual(['turn 0', 'turn 1', 'turn 2'])
})
