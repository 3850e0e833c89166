import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { jsonFaultAt } from '../src/body/json-fault.ts'

const isProof = process.env.PICTOGLYPH_PROOF === '1'
const numRuns = isProof ? 100_000 : 2_000

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const piece = fc.constantFrom(
  ...['{', '}', '[', ']', ',', ':', '"', '\\', 'u', '00e9', 'n', ' ', '\n', '\t', '\0', '"a"', '"a":'],
  ...['1', '-', '0', '.5', 'e', '+', 'true', 'null', 'fals', '\u2028', '\ufeff', '😺', "'", '/'],
)

test('there is a fault exactly in what is not JSON', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(jsonFaultAt(text) === undefined).toBe(isJson(text))
    }),
    { numRuns: 10 * numRuns },
  )
})

test('JSON that is cut has its fault at the end, or at the first character of the word or number that is cut', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, place) => {
      const cut = json.slice(0, place % json.length)
      const at = jsonFaultAt(cut)
      if (at !== undefined && at < cut.length) expect(cut.slice(at)).toMatch(/^[-+.\w]+$/)
    }),
    { numRuns },
  )
})

test('a control character in JSON is found where it is, or at the word or number that it is in', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, place) => {
      const at = place % (json.length + 1)
      const fault = jsonFaultAt(`${json.slice(0, at)}\x01${json.slice(at)}`)!
      expect(json.slice(fault, at)).toMatch(/^[-+.\w]*$/)
    }),
    { numRuns },
  )
})

test('the time is in proportion to the text, at any depth', () => {
  const bodies = ['[', '{"a":', '[1,', '"a\\n', '\n', '"\\u00e9'].map((part) => part.repeat(1_000_000))
  for (const body of [...bodies, `"${'\\\\'.repeat(1_000_000)}`]) {
    const startMs = performance.now()
    expect(jsonFaultAt(body)).toBeNumber()
    expect(performance.now() - startMs).toBeLessThan(1_000)
  }
})
