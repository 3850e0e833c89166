import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { composeBody, cut, fieldHeader, readWhole } from './bodies.ts'
import { refusalOf } from './refusals.ts'

const numRuns = process.env.PICTOGLYPH_PROOF === '1' ? 20_000 : 300
const boundary = '--b'
const delimiter = `\r\n--${boundary}`

/** Content made of what could be mistaken for a delimiter, never holding one. */
const content = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: delimiter.length - 1 }).map((length) => delimiter.slice(0, length)),
      fc.constantFrom('\r', '\n', '-', '\r\n\r\n', `--${boundary}`, `\n--${boundary}`, '--'),
      fc.string({ maxLength: 20 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => Buffer.from(pieces.join('')))
  .filter((bytes) => !bytes.includes(delimiter))
const name = fc.stringMatching(/^[a-z]{1,8}$/)
const fields = fc.array(fc.tuple(name, content), { maxLength: 4 })
const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 })

function compose(parts: [string, Uint8Array][]): Buffer {
  return composeBody(
    boundary,
    parts.map(([partName, bytes]) => [[fieldHeader(partName)], bytes]),
  )
}

/** What a body reads as, or the failure it gives. */
function outcome(body: Uint8Array, lengths: number[]): unknown {
  try {
    return readWhole(boundary, cut(body, lengths))
  } catch (thrown) {
    const refusal = refusalOf(thrown)
    if (typeof refusal === 'string') return refusal
    throw thrown
  }
}

test('reading inverts composing, however the body is cut', () => {
  const property = fc.property(fields, cuts, (parts, lengths) => {
    const read = readWhole(boundary, cut(compose(parts), lengths))
    expect(read.map((part) => [part.name, part.content.toString()])).toEqual(
      parts.map(([partName, bytes]) => [partName, bytes.toString()]),
    )
  })
  fc.assert(property, { numRuns })
})

test('a damaged body reads the same or fails the same however it is cut, and only with a refusal of ours', () => {
  const damage = fc.record({
    at: fc.nat({ max: 300 }),
    removed: fc.nat({ max: 20 }),
    added: fc.oneof(content, fc.uint8Array({ maxLength: 4 }), fc.constant(Buffer.from(`${delimiter}\r\n`))),
  })
  const property = fc.property(
    fields,
    cuts,
    fc.array(damage, { maxLength: 3 }),
    (parts, lengths, damages) => {
      const body = damages.reduce(
        (before, { at, removed, added }) =>
          Buffer.concat([before.subarray(0, at), added, before.subarray(at + removed)]),
        compose(parts),
      )
      expect(outcome(body, lengths)).toEqual(outcome(body, [body.length]))
    },
  )
  fc.assert(property, { numRuns })
})
