import { expect, test } from 'bun:test'
import { sliceOf } from '../src/parts/list-slice.ts'

const all = Array.from({ length: 120 }, (_, index) => index)
const at = (after: string) => sliceOf(all, new URLSearchParams({ after }))

test('a long list is shown in slices of fifty, which lead on until its end', () => {
  const shown: number[] = []
  for (let next: string | null = '0'; next !== null; ) {
    const slice = at(next)
    expect(slice.from).toBe(slice.items[0] ?? Number.NaN)
    shown.push(...slice.items)
    next = slice.next
  }
  expect(shown).toEqual(all)
  expect(sliceOf(all.slice(0, 50), new URLSearchParams()).next).toBeNull()
})

test('an address that names no place in the list shows its beginning', () => {
  for (const after of ['', '-1', '1.5', 'x', '120', '1e99']) expect(at(after)).toEqual(at('0'))
})
