import { expect, test } from 'bun:test'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import { timedBody } from '../../src/upload/timed-body.ts'

test('of a body that is read, no more than the chunk that is being looked at is in memory', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let number = 1; number <= 5; number += 1) controller.enqueue(new Uint8Array(1000).fill(number))
      controller.close()
    },
  })
  const seen: Uint8Array[] = []
  for await (const chunk of timedBody(body, { idleMs: 1_000, overallMs: 10_000 })) {
    seen.push(chunk)
    expect(chunk).toEqual(new Uint8Array(1000).fill(seen.length))
    expect(seen.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(1000)
  }
  expect(seen).toHaveLength(5)
})

test('a body that its reader turns away from can be read on', async () => {
  let pieces = 3
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pieces-- > 0) controller.enqueue(new Uint8Array(1))
      else controller.close()
    },
  })
  for await (const _chunk of timedBody(body, { idleMs: 1_000, overallMs: 10_000 })) break
  let rest = 0
  for await (const chunk of timedBody(body, { idleMs: 1_000, overallMs: 10_000 })) rest += chunk.length
  expect(rest).toBe(2)
})

test('a body in very many pieces leaves others their turns while it is read', async () => {
  const pieces = 10_000
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let number = 0; number < pieces; number++) controller.enqueue(new Uint8Array(1))
      controller.close()
    },
  })
  let turns = 0
  let next = setImmediate(takeTurn)
  function takeTurn(): void {
    turns++
    next = setImmediate(takeTurn)
  }
  let read = 0
  for await (const { byteLength } of timedBody(body, { idleMs: 10_000, overallMs: 10_000 }))
    read += byteLength
  clearImmediate(next)
  expect(read).toBe(pieces)
  expect(turns).toBeGreaterThan(pieces / 1000)
})

/** Goes on in the next turn and writes down that it did, and again as often as it says. */
async function take(name: string, turns: number, log: string[]): Promise<void> {
  for (let turn = 1; turn <= turns; turn++) {
    await nextTurn()
    log.push(`${name}${turn}`)
  }
}

test('all who ask in one turn of the event loop go on in the next one, in their order', async () => {
  const log: string[] = []
  await Promise.all([take('a', 3, log), take('b', 2, log), take('c', 1, log)])
  expect(log).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('nobody goes on before what is to be done in this turn', async () => {
  const log: string[] = []
  const taken = take('a', 1, log)
  for (let job = 0; job < 100; job++) {
    await undefined
    log.push('job')
  }
  await taken
  expect(log).toEqual([...Array.from({ length: 100 }, () => 'job'), 'a1'])
})
