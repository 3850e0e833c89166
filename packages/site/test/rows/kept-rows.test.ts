import { expect, test } from 'bun:test'
import { keepRows } from '../../src/rows/kept-rows.ts'

function open() {
  const reads: string[] = []
  const state = { nowMs: 0, count: 0 }
  const changeCount = () => state.count
  const read = async (key: string) => {
    reads.push(key)
    return key === 'none' ? undefined : { key }
  }
  const find = keepRows({ changeCount }, read, () => state.nowMs)
  return { find, read, reads, state }
}

test('a row is read again after a change, or after a second', async () => {
  const { find, reads, state } = open()
  const first = await find('a')
  expect(await find('a')).toBe(first)
  expect(reads).toEqual(['a'])
  state.count += 1
  await find('a')
  state.nowMs += 999
  await find('a')
  expect(reads).toEqual(['a', 'a'])
  state.nowMs += 1
  await find('a')
  expect(reads).toEqual(['a', 'a', 'a'])
})

test('a row that is read while something changes is not kept', async () => {
  const { read, reads, state } = open()
  const find = keepRows(
    { changeCount: () => state.count },
    (key) => {
      const found = read(key)
      state.count += 1
      return found
    },
    () => 0,
  )
  await find('a')
  await find('a')
  expect(reads).toEqual(['a', 'a'])
})

test('what was not found is looked for again', async () => {
  const { find, reads } = open()
  await find('none')
  await find('none')
  expect(reads).toEqual(['none', 'none'])
})

test('no more than a thousand are kept', async () => {
  const { find, reads } = open()
  for (let i = 0; i <= 1_000; i += 1) await find(String(i))
  await find('0')
  expect(reads).toHaveLength(1_002)
})

test('an engine without a count reads each time', async () => {
  const { read } = open()
  expect(keepRows({}, read)).toBe(read)
})
