import { expect, test } from 'bun:test'
import { allItems, maxListed, maxSelected, readIds, readSelection } from '../../src/language/list-limits.ts'

test('all pages of a list are read in order, each once', async () => {
  const asked: unknown[] = []
  const pages: Record<string, { items: number[]; next: string | null }> = {
    first: { items: [1, 2], next: 'second' },
    second: { items: [], next: 'third' },
    third: { items: [3], next: null },
  }
  const items = allItems(async (place) => {
    asked.push(place)
    return pages[place.after ?? 'first']!
  })
  expect(await Array.fromAsync(items)).toEqual([1, 2, 3])
  expect(asked).toEqual([{}, { after: 'second' }, { after: 'third' }])
})

test('ten thousand things are selected at most, and each once', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `${at}`)
  expect(maxSelected).toBe(10_000)
  expect(readIds(numbers(10_000))).toHaveLength(10_000)
  expect(readIds([...numbers(10_000), ...numbers(10_000)])).toHaveLength(10_000)
  expect(() => readIds(numbers(10_001))).toThrow('At most 10000 things change at once.')
  expect(readIds(['b', 'a', 'b'])).toEqual(['b', 'a'])
  // The first of equal ones is taken.
  const given = [
    { id: 'a', at: 1 },
    { id: 'a', at: 2 },
  ]
  expect(readSelection(given, ({ id }) => id)).toEqual([{ id: 'a', at: 1 }])
})

test('lists are as long as the reference says', () => {
  expect(maxListed).toEqual({
    ...{ albums: 500, removedAlbums: 100, keys: 100, revokedKeys: 100 },
    ...{ sessions: 50, pendingSessions: 50, categories: 500 },
  })
})
