import type { ByteSpan } from '../facts.ts'
import { adobeLength, type JpegSegmentKind, jfifLength, jpegMarker } from './jpeg-segments.ts'

interface Pending<T> {
  segment: T
  undecided: number
  used: ByteSpan[]
}

/** A table or a setting that no scan has used yet, as bytes of its segment's data. */
interface Definition<T> extends ByteSpan {
  pending: Pending<T>
}

/**
 * Finds the tables and settings that a JPEG's decoder uses (ITU T.81, B.2.4): a scan uses them before a redefinition.
 * `T` identifies the caller's segment.
 */
export interface JpegTables<T> {
  /** @param specification the id, the sampling and the table of each component */
  frame(code: number, specification: Uint8Array): void
  define(segment: T, found: { code: number; kind: JpegSegmentKind; data: Uint8Array }): void
  /** @param header the data of its segment */
  scan(header: Uint8Array): void
  /** Reports the remaining definitions, which no scan has used. */
  end(): void
  /** Whether the only scan of a picture that is neither progressive nor split is over. Decoders stop after it. */
  readonly isComplete: boolean
}

/** A table's slot: the first slot of its kind, plus its number. Later definitions in a slot replace earlier ones. */
const slot = {
  quantization: 0,
  huffman: 0x20,
  arithmetic: 0x40,
  restart: 0x80,
  jfif: 0x81,
  adobe: 0x82,
} as const

/**
 * Creates the tables before the frame.
 * @param decided called once for each segment, with the used parts of its data
 */
export function createJpegTables<T>(decided: (segment: T, used: ByteSpan[]) => void): JpegTables<T> {
  const open = new Map<number, Definition<T>>()
  const quantization = new Map<number, number>()
  let frameCode = 0
  let components = 0
  let scans = 0
  let isComplete = false

  function settle(pending: Pending<T>): void {
    if (--pending.undecided === 0) decided(pending.segment, pending.used)
  }

  function decide(at: number, isUsed: boolean): void {
    const found = open.get(at)
    if (!found) return
    open.delete(at)
    if (isUsed) found.pending.used.push({ from: found.from, to: found.to })
    settle(found.pending)
  }

  /** Uses a component's tables (T.81, G.1.2: a later scan of the first coefficient has none). */
  function useCoders(selectors: number, first: number, bits: number): void {
    const isArithmetic = frameCode >= firstArithmetic
    const isWhole = isArithmetic || !progressiveFrames.has(frameCode)
    const kind = isArithmetic ? slot.arithmetic : slot.huffman
    if (isWhole || (first === 0 && bits >> 4 === 0)) decide(kind + (selectors >> 4), true)
    if (isWhole || first > 0) decide(kind + (16 | (selectors & 15)), true)
  }

  return {
    frame(code, specification) {
      frameCode = code
      components = specification.length / 3
      for (let at = 0; at < specification.length; at += 3) {
        quantization.set(specification[at]!, specification[at + 2]!)
      }
    },
    define(segment, { code, kind, data }) {
      // One more than the definitions, until all of them are known.
      const pending: Pending<T> = { segment, undecided: 1, used: [] }
      for (let from = 0; from < data.length; ) {
        const at = slotOf(code, kind, data[from]!)
        const to = at === undefined ? Number.POSITIVE_INFINITY : endOf(at, data, from)
        if (at === undefined || to > data.length) break
        decide(at, false)
        pending.undecided++
        open.set(at, { from, to, pending })
        from = at < slot.restart ? to : data.length
      }
      settle(pending)
    },
    scan(header) {
      scans++
      decide(slot.restart, true)
      decide(slot.jfif, scans === 1)
      decide(slot.adobe, scans === 1)
      const count = header[0]!
      const first = header[1 + 2 * count] ?? 0
      const bits = header[3 + 2 * count] ?? 0
      for (let index = 0; index < count; index++) {
        const id = header[1 + 2 * index]!
        useCoders(header[2 + 2 * index]!, first, bits)
        // A decoder uses the table that a component had at its first scan.
        const table = quantization.get(id)
        if (table !== undefined && quantization.delete(id)) decide(slot.quantization + table, true)
      }
      if (scans === 1) isComplete = count === components && !progressiveFrames.has(frameCode)
    },
    end() {
      for (const at of [...open.keys()]) decide(at, false)
    },
    get isComplete() {
      return isComplete
    },
  }
}

const progressiveFrames: ReadonlySet<number> = new Set([
  jpegMarker.progressive,
  jpegMarker.arithmeticProgressive,
])
const firstArithmetic = 0xc9
const maxHuffmanCodes = 256

/** @param first byte of a definition */
function slotOf(code: number, kind: JpegSegmentKind, first: number): number | undefined {
  if (kind === 'jfif' || kind === 'adobe') return slot[kind]
  const isRight = first >> 4 <= 1
  switch (code) {
    case jpegMarker.restartInterval:
      return slot.restart
    case jpegMarker.quantization:
      return isRight && (first & 15) <= 3 ? slot.quantization + (first & 15) : undefined
    case jpegMarker.huffman:
      return isRight && (first & 15) <= 3 ? slot.huffman + first : undefined
    case jpegMarker.arithmetic:
      return isRight ? slot.arithmetic + first : undefined
  }
  return undefined
}

/** The end of a definition, which may exceed its segment; infinite if the bytes are none. */
function endOf(at: number, data: Uint8Array, from: number): number {
  if (at === slot.restart) return 2
  if (at === slot.jfif) return Math.max(data.length, jfifLength)
  if (at === slot.adobe) return adobeLength
  if (at < slot.huffman) return from + 1 + 64 * (1 + (data[from]! >> 4))
  if (at >= slot.arithmetic) return from + 2
  let codes = 0
  for (let index = from + 1; index < from + 17; index++) codes += data[index] ?? 0
  return codes > maxHuffmanCodes ? Number.POSITIVE_INFINITY : from + 17 + codes
}
