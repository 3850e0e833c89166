import fc from 'fast-check'
import { bytesOf } from './build/bytes.ts'

/** Number of runs of a property: `usual`, or fifty times as many with PICTOGLYPH_PROOF. */
export function runs(usual: number): number {
  return process.env.PICTOGLYPH_PROOF ? usual * 50 : usual
}

type Mutation = (bytes: Uint8Array) => Uint8Array

/** Evenly distributed from 0 to 1; `fc.double` mostly gives values near 0. */
const place = fc.noBias(fc.nat(2 ** 30)).map((steps) => steps / (2 ** 30 + 1))
const telling = fc.constantFrom(0, 1, 2, 7, 0x10, 0x3b, 0x7f, 0x80, 0xd9, 0xda, 0xfe, 0xff)

/** Mutations favour the front, where formats have their directories. */
const position = fc.oneof(
  place,
  place.map((at) => at ** 3),
)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, fc.oneof(telling, fc.nat(255))).map(([at, value]) => (bytes: Uint8Array) => {
    const copy = bytes.slice()
    if (copy.length > 0) copy[Math.floor(at * copy.length)] = value
    return copy
  }),
  fc
    .tuple(position, fc.array(telling, { minLength: 4, maxLength: 4 }))
    .map(([at, values]) => (bytes: Uint8Array) => {
      const copy = bytes.slice()
      if (copy.length > 4) copy.set(values, Math.floor(at * (copy.length - 4)))
      return copy
    }),
  fc.tuple(position, fc.nat(40)).map(([at, length]) => (bytes: Uint8Array) => {
    const from = Math.floor(at * bytes.length)
    return bytesOf(bytes.subarray(0, from), bytes.subarray(from + length))
  }),
  fc.tuple(position, position, fc.nat(60)).map(([at, source, length]) => (bytes: Uint8Array) => {
    const from = Math.floor(at * bytes.length)
    const piece = Math.floor(source * bytes.length)
    return bytesOf(bytes.subarray(0, from), bytes.subarray(piece, piece + length), bytes.subarray(from))
  }),
  position.map((at) => (bytes: Uint8Array) => bytes.slice(0, Math.floor(at * bytes.length))),
)

/** One of the files after one to six random damages. */
export function damaged(files: Uint8Array[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.constantFrom(...files), fc.array(mutation, { minLength: 1, maxLength: 6 }))
    .map(([file, mutations]) => mutations.reduce((bytes, mutate) => mutate(bytes), file))
}
