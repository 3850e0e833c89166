import { inflateRawSync, inflateSync } from 'node:zlib'
import { find } from '../build/bytes.ts'

const maxInflated = 10_000_000

/** Whether bytes contain a word: plain, in UTF-16 or UTF-32, packed, or in base64, hexadecimal or URL encoding. */
export function hides(bytes: Uint8Array, word: string): boolean {
  if (find(bytes, word) !== -1 || find(withoutZeros(bytes), word) !== -1) return true
  return [...packedIn(bytes), ...writtenIn(bytes)].some((inner) => hides(inner, word))
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte) => byte !== 0)
}

/** Contents of all zlib streams, at any position. */
function* packedIn(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = bytes.indexOf(0x78); at !== -1; at = bytes.indexOf(0x78, at + 1)) {
    const isHead = (0x7800 + (bytes[at + 1] ?? 0)) % 31 === 0
    const inner = isHead ? inflated(bytes.subarray(at)) : undefined
    if (inner !== undefined) yield inner
  }
}

/** Inflates the valid beginning of a stream. */
function inflated(packed: Uint8Array): Uint8Array | undefined {
  const options = { maxOutputLength: maxInflated, finishFlush: 2 }
  for (const inflate of [
    () => inflateSync(packed, options),
    () => inflateRawSync(packed.subarray(2), options),
  ]) {
    try {
      return inflate()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
    }
  }
  return undefined
}

const base64Run = /[A-Za-z0-9+/\s]{16,}=*/g
const hexRun = /(?:[0-9a-f]{2}\s*){8,}/gi
const escaped = /%[0-9a-f]{2}/i

function* writtenIn(bytes: Uint8Array): Generator<Uint8Array> {
  const text = Buffer.from(bytes).toString('latin1')
  for (const [run] of text.matchAll(hexRun)) yield Buffer.from(run.replace(/\s/g, ''), 'hex')
  for (const [run] of text.matchAll(base64Run)) {
    const inner = Buffer.from(run, 'base64')
    if (inner.length > 0) yield inner
  }
  const unescaped = text.replace(/&#x([0-9a-f]+);|&#(\d+);/gi, (_, hex, decimal) =>
    String.fromCharCode(Number.parseInt(hex ?? decimal, hex ? 16 : 10)),
  )
  if (unescaped !== text) yield Buffer.from(unescaped, 'latin1')
  if (escaped.test(text)) {
    yield Buffer.from(
      text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    )
  }
}
