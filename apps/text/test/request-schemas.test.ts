import { expect, test } from 'bun:test'
import { Failure } from '@pictoglyph/site/language/failure'
import fc from 'fast-check'
import { decryptRequestSchema, readDecryptRequest } from '../src/decrypt/decrypt.ts'
import { encryptRequestSchema, readEncryptRequest } from '../src/encrypt/encrypt.ts'

const edges = (most: number) =>
  fc.constantFrom(
    '',
    'a',
    'a'.repeat(most),
    'a'.repeat(most + 1),
    '😺'.repeat(most / 2),
    '😺'.repeat(most / 2 + 1),
  )
const field = (most: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 4, arbitrary: edges(most) },
    { weight: 1, arbitrary: fc.constantFrom(null, 1, true, ['a'], { length: 1 }, undefined) },
  )
const body = (fields: Record<string, number>) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, most]) => [name, field(most)])), {
    requiredKeys: [],
  })

function accepts(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'BAD_REQUEST') return false
    throw error
  }
}

test('the schema of encrypt describes exactly what is accepted', () => {
  fc.assert(
    fc.property(body({ text: 20_000, charsetId: 40, algorithmId: 40, key: 256 }), (value) => {
      expect(accepts(() => readEncryptRequest(value))).toBe(encryptRequestSchema.safeParse(value).success)
    }),
    { numRuns: 400 },
  )
})

test('the schema of decrypt describes exactly what is accepted', () => {
  fc.assert(
    fc.property(body({ cipher: 200_000, key: 256 }), (value) => {
      expect(accepts(() => readDecryptRequest(value))).toBe(decryptRequestSchema.safeParse(value).success)
    }),
    { numRuns: 200 },
  )
})
