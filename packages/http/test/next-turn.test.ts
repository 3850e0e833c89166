import { expect, test } from 'bun:test'
import { nextTurn } from '../src/next-turn.ts'

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
