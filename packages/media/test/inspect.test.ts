import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ImageFacts } from '../src/facts.ts'
import { MediaFailure } from '../src/failure.ts'
import { createInspector, inspect } from '../src/inspect/inspector.ts'
import { mediaTypes } from '../src/media-type.ts'
import { bytesOf } from './build/bytes.ts'
import { samples } from './samples.ts'

type Outcome = ImageFacts | { code: string; message: string; offset: number }

function outcomeOf(chunks: Uint8Array[]): Outcome {
  const inspector = createInspector()
  try {
    for (const chunk of chunks) inspector.push(chunk)
    return inspector.end()
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return { code: error.code, message: error.message, offset: error.offset }
  }
}

function split(bytes: Uint8Array, lengths: number[]): Uint8Array[] {
  const chunks = []
  let at = 0
  for (const length of lengths) {
    chunks.push(bytes.slice(at, at + length))
    at += length
  }
  return [...chunks, bytes.slice(at)]
}

const splits = fc.array(fc.oneof(fc.nat(12), fc.nat(600)), { maxLength: 60 })

test.each(mediaTypes)('%s is among the samples', (type) => {
  expect(samples.map(({ facts }) => facts.type)).toContain(type)
})

describe.each(samples)('$name', ({ bytes, facts }) => {
  test('is measured and found complete', () => {
    expect(inspect(bytes)).toEqual({
      ...facts,
      animated: facts.frames > 1,
      complete: true,
      trailingBytes: 0,
      bytes: bytes.length,
      notShown: undefined,
      plain: expect.any(Boolean),
      scans: expect.any(Array),
      gainMap: undefined,
      openScan: undefined,
      lacksEndMarker: false,
      decoded: { width: facts.width, height: facts.height },
    })
  })

  test('has no marker in what are said to be scans, and one after each', () => {
    const { type, scans } = inspect(bytes)
    expect(scans.length > 0).toBe(type === 'image/jpeg')
    for (const { from, to } of scans) {
      const scan = Buffer.from(bytes.subarray(from, to)).toString('latin1')
      expect(scan).not.toMatch(/\xff+[^\xff\0\xd0-\xd7]/)
      expect(Buffer.from(bytes.subarray(to, to + 2)).toString('latin1')).toMatch(/\xff[^\xff\0\xd0-\xd7]/)
    }
  })

  test('is the same image when its scans are passed over, however they are cut, and nothing else can be', () => {
    const facts = inspect(bytes)
    fc.assert(
      fc.property(fc.nat(), (cut) => {
        const inspector = createInspector()
        let at = 0
        for (const { from, to } of facts.scans) {
          inspector.push(bytes.subarray(at, from))
          const first = cut % (to - from + 1)
          inspector.passScan(first)
          inspector.passScan(to - from - first)
          at = to
        }
        inspector.push(bytes.subarray(at))
        expect(inspector.end()).toEqual(facts)
      }),
    )
    const inspector = createInspector()
    inspector.push(bytes)
    expect(() => inspector.passScan(1)).toThrow('A scan is where none begins')
  })

  test('is the same image however its bytes arrive', () => {
    const whole = outcomeOf([bytes])
    expect(outcomeOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole)
    fc.assert(
      fc.property(splits, (lengths) => expect(outcomeOf(split(bytes, lengths))).toEqual(whole)),
      { numRuns: 30 },
    )
  })

  test('is not complete when cut anywhere, but for a GIF right after a frame', () => {
    let complete = 0
    for (let length = 0; length < bytes.length; length++) {
      const outcome = outcomeOf([bytes.subarray(0, length)])
      const verdict = 'code' in outcome ? outcome.code : outcome.complete
      if (verdict === true) complete++
      else expect(verdict).toBeOneOf(['TRUNCATED', 'UNKNOWN_TYPE', false])
    }
    expect(complete).toBe(facts.type === 'image/gif' ? facts.frames : 0)
  })

  test('has the bytes after its end counted, unless they are the space that may end a text', () => {
    const tails = fc.uint8Array({ minLength: 1, maxLength: 300 })
    const inked = tails.filter((tail) => tail.some((byte) => byte > 0x20))
    fc.assert(
      fc.property(inked, splits, (tail, lengths) => {
        const outcome = outcomeOf(split(bytesOf(bytes, tail), lengths))
        expect(outcome).toMatchObject({ ...facts, complete: true, trailingBytes: tail.length })
      }),
      { numRuns: 50 },
    )
  })

  test('is known by its type and size before it has all arrived', () => {
    const inspector = createInspector()
    inspector.push(bytes.subarray(0, bytes.length - 1))
    expect(inspector.type).toBe(facts.type)
    expect(inspector.findings).toMatchObject({ width: facts.width, height: facts.height })
  })
})
