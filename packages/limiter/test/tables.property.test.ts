import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createClientQueue } from '../src/client-queue.ts'
import { createClientRows } from '../src/client-rows.ts'
import { createSpanTable } from '../src/span-table.ts'

const isProof = process.env.PICTOGLYPH_PROOF === '1'
const numRuns = isProof ? 20_000 : 300

interface Stamp {
  ms: number
  count: number
}

const spanStep = fc.record({
  act: fc.constantFrom('add', 'add', 'add', 'expire', 'clear'),
  row: fc.nat({ max: 2 }),
  waitMs: fc.constantFrom(0, 0.25, 0.5, 1, 3, 20),
  count: fc.integer({ min: 1, max: 3 }),
  agoMs: fc.constantFrom(0, 0.5, 1, 5, 10, 40),
})

test('stamps are those of a plain list, until the common store is full', () => {
  fc.assert(
    fc.property(
      fc.array(spanStep, { maxLength: 120, size: 'max' }),
      fc.nat({ max: 6 }),
      (steps, maxStamps) => {
        const spans = createSpanTable(createClientRows(3), maxStamps)
        const model: Stamp[][] = [[], [], []]
        const chained = () => model.reduce((sum, stamps) => sum + Math.max(0, stamps.length - 1), 0)
        let nowMs = 100
        for (const { act, row, waitMs, count, agoMs } of steps) {
          nowMs += waitMs
          const stamps = model[row]!
          const newest = stamps.at(-1)
          if (act === 'clear') {
            spans.clear(row)
            model[row] = []
          } else if (act === 'expire') {
            spans.expire(row, nowMs - agoMs)
            model[row] = stamps.filter(({ ms }) => ms > nowMs - agoMs)
          } else {
            spans.add(row, nowMs, count)
            const isApart = newest === undefined || Math.floor(newest.ms) !== Math.floor(nowMs)
            if (newest === undefined || (isApart && chained() < maxStamps)) stamps.push({ ms: nowMs, count })
            else {
              newest.ms = nowMs
              newest.count += count
            }
          }
          for (const [at, expected] of model.entries()) {
            const times = expected.flatMap(({ ms, count: of }) => Array<number>(of).fill(ms))
            expect(spans.total(at)).toBe(times.length)
            expect(times.map((_, index) => spans.stampAt(at, index))).toEqual(times)
            if (times.length > 0) expect(spans.newest(at)).toBe(times.at(-1)!)
          }
        }
      },
    ),
    { numRuns },
  )
})

const queueStep = fc.record({
  act: fc.constantFrom('admit', 'admit', 'move', 'remove', 'forget'),
  client: fc.nat({ max: 9 }),
})

test('clients have rows of their own, in the order in which they were last moved, whatever their hashes', () => {
  fc.assert(
    fc.property(
      fc.array(queueStep, { maxLength: 120, size: 'max' }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(1, 2, 2 ** 31),
      (steps, maxClients, hashes) => {
        const queue = createClientQueue(createClientRows(1 + maxClients), maxClients)
        const hashOf = (client: number) => (client * 0x9e3779b1) % hashes
        const order: { client: number; row: number }[] = []
        for (const { act, client } of steps) {
          const at = order.findIndex((one) => one.client === client)
          const held = order[at]
          if (act === 'admit' && held === undefined) {
            const row = queue.admit(`${client}`, hashOf(client))
            expect(row === undefined).toBe(order.length === maxClients)
            if (row === undefined) continue
            expect(row).toBeWithin(1, maxClients + 1)
            expect(order.map((one) => one.row)).not.toContain(row)
            order.push({ client, row })
          } else if (act === 'move' && held !== undefined) {
            queue.moveToEnd(held.row)
            order.push(...order.splice(at, 1))
          } else if (act === 'remove' && held !== undefined) {
            queue.remove(held.row)
            order.splice(at, 1)
          } else if (act === 'forget' && order[0] !== undefined) {
            queue.remove(queue.first()!)
            order.shift()
          }
          expect(queue.first()).toBe(order[0]?.row)
          for (let other = 0; other < 10; other++) {
            expect(queue.rowOf(`${other}`, hashOf(other))).toBe(
              order.find((one) => one.client === other)?.row,
            )
          }
        }
      },
    ),
    { numRuns },
  )
})
