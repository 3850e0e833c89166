import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type MovedAddress, undone } from '../src/moved-addresses.ts'
import { CountedText } from './counted-text.ts'

/** Searches the whole text for each link, and all entries for each occurrence. */
function undoneSlowly(text: string, entries: readonly MovedAddress[]) {
  const found: { at: number; entry: MovedAddress }[] = []
  for (const to of new Set(entries.map((one) => one.to))) {
    let place = 0
    for (let at = text.indexOf(to); at >= 0; at = text.indexOf(to, at + to.length)) {
      if (/[\w#?/%-]/.test(text.charAt(at + to.length))) continue
      const entry = entries.findLast(
        (one) => one.to === to && (one.places === undefined || one.places.includes(place)),
      )
      place += 1
      if (entry !== undefined) found.push({ at, entry })
    }
  }
  let restored = ''
  let done = 0
  for (const { at, entry } of found.toSorted((a, b) => a.at - b.at)) {
    restored += text.slice(done, at) + entry.from
    done = at + entry.to.length
  }
  return { text: restored + text.slice(done), restored: found.length, changed: 0 }
}

const link = fc.constantFrom('l.', 'l.l.', '.l', 'l', 'l.a', 'll')
const entry: fc.Arbitrary<MovedAddress> = fc.record(
  {
    from: fc.constantFrom('1', '2', '3'),
    to: link,
    places: fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['from', 'to'] },
)

test('links that overlap, begin alike or repeat are undone as a search for each of them does', () => {
  const text = fc.array(fc.oneof(link, fc.constantFrom(' ', '.', 'a', '#')), { maxLength: 12 })
  fc.assert(
    fc.property(text, fc.array(entry, { maxLength: 6 }), (parts, entries) => {
      const written = parts.join('')
      expect(undone(written, entries)).toEqual(undoneSlowly(written, entries))
    }),
    { numRuns: 2_000 },
  )
})

test('undoing takes as many more steps as a document has more links, distinct or repeated', () => {
  const ratio = 8
  fc.assert(
    fc.property(fc.integer({ min: 30, max: 60 }), fc.boolean(), (count, areDistinct) => {
      const stepsFor = (length: number): number => {
        const links = Array.from(
          { length },
          (_, index) => `https://a.example/i/${areDistinct ? index : 0}.png`,
        )
        const entries = links.map((to, place) => ({
          from: `${place}.png`,
          to,
          ...(!areDistinct && { places: [place] }),
        }))
        const text = new CountedText(links.join('\n'))
        expect(undone(text as unknown as string, entries).restored).toBe(length)
        return text.count
      }
      expect(stepsFor(ratio * count) / stepsFor(count)).toBeLessThan(1.5 * ratio)
    }),
    { numRuns: 20 },
  )
})
