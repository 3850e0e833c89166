import type { ByteSpan } from '../facts.ts'
import { adobeLength, type JpegSegmentKind, jfifLength, jpegMarker } from './jpeg-segments.ts'

/** What a segment defines: a table, or a setting. A later definition in the same slot replaces it. */
interface Definition extends ByteSpan {
  slot: string
}

interface Pending<T> {
  segment: T
  undecided: number
  used: ByteSpan[]
}

/**
 * Tells which tables and settings of a JPEG its decoder reads (ITU T.81, B.2.4): those that a scan uses before they are
 * replaced. `T` is what the caller knows of a segment.
 */
export interface JpegTables<T> {
  /** @param specification the id, the sampling and the table of each component */
  frame(code: number, specification: Uint8Array): void
  define(segment: T, found: { code: number; kind: JpegSegmentKind; data: Uint8Array }): void
  /** @param header the data of its segment */
  scan(header: Uint8Array): void
  /** Decides about what no scan has used. */
  end(): void
  /** Whether the one scan of a picture that is neither progressive nor split was there. Decoders stop behind it. */
  readonly isComplete: boolean
}

/**
 * Starts before the frame.
 * @param decided receives each segment once, with the parts of its data that are used
 */
export function createJpegTables<T>(decided: (segment: T, used: ByteSpan[]) => void): JpegTables<T> {
  const open = new Map<string, { definition: Definition; pending: Pending<T> }>()
  const quantization = new Map<number, number>()
  let frameCode = 0
  let components = 0
  let scans = 0
  let isComplete = false

  function decide(slot: string, isUsed: boolean): void {
    const found = open.get(slot)
    if (!found) return
    open.delete(slot)
    const { definition, pending } = found
    if (isUsed) pending.used.push({ from: definition.from, to: definition.to })
    if (--pending.undecided === 0) decided(pending.segment, pending.used)
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
      const definitions = definitionsIn(code, kind, data)
      if (definitions.length === 0) decided(segment, [])
      const pending: Pending<T> = { segment, undecided: definitions.length, used: [] }
      for (const definition of definitions) {
        decide(definition.slot, false)
        open.set(definition.slot, { definition, pending })
      }
    },
    scan(header) {
      const used = scans++ === 0 ? ['restart', 'jfif', 'adobe'] : ['restart']
      const count = header[0]!
      const [first = 0, , bits = 0] = header.subarray(1 + 2 * count)
      for (let index = 0; index < count; index++) {
        const id = header[1 + 2 * index]!
        const selectors = header[2 + 2 * index]!
        used.push(...coderSlots(frameCode, selectors, { first, bits }))
        // A decoder keeps a component's table from its first scan on.
        used.push(`q${quantization.get(id)}`)
        quantization.delete(id)
      }
      for (const slot of used) decide(slot, true)
      if (scans === 1) isComplete = count === components && !progressiveFrames.has(frameCode)
    },
    end() {
      for (const slot of [...open.keys()]) decide(slot, false)
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

/** Slots of the tables that a scan needs of a component (T.81, G.1.2: a later scan of the first coefficient has none). */
function coderSlots(
  frame: number,
  selectors: number,
  { first, bits }: { first: number; bits: number },
): string[] {
  const isArithmetic = frame >= firstArithmetic
  const kind = isArithmetic ? 'a' : 'h'
  const dc = `${kind}${selectors >> 4}`
  const ac = `${kind}${16 | (selectors & 15)}`
  if (isArithmetic || !progressiveFrames.has(frame)) return [dc, ac]
  if (first > 0) return [ac]
  return bits >> 4 === 0 ? [dc] : []
}

const maxHuffmanCodes = 256

/** The definitions that fill the data of a segment from its front. What follows them is none. */
function definitionsIn(code: number, kind: JpegSegmentKind, data: Uint8Array): Definition[] {
  const setting = (slot: string, min: number, to = min): Definition[] =>
    data.length < min ? [] : [{ slot, from: 0, to }]
  if (kind === 'jfif') return setting(kind, jfifLength, data.length)
  if (kind === 'adobe') return setting(kind, adobeLength)
  if (code === jpegMarker.restartInterval) return setting('restart', 2)
  const found: Definition[] = []
  for (let from = 0; from < data.length; ) {
    const next = tableAt(code, data, from)
    if (!next || next.to > data.length) break
    found.push({ from, ...next })
    from = next.to
  }
  return found
}

function tableAt(code: number, data: Uint8Array, from: number): Omit<Definition, 'from'> | undefined {
  const [high, low] = [data[from]! >> 4, data[from]! & 15]
  switch (code) {
    case jpegMarker.quantization:
      return high > 1 || low > 3 ? undefined : { slot: `q${low}`, to: from + 1 + 64 * (1 + high) }
    case jpegMarker.huffman: {
      const codes = data.subarray(from + 1, from + 17).reduce((sum, count) => sum + count, 0)
      return high > 1 || low > 3 || codes > maxHuffmanCodes
        ? undefined
        : { slot: `h${data[from]}`, to: from + 17 + codes }
    }
    case jpegMarker.arithmetic:
      return high > 1 ? undefined : { slot: `a${data[from]}`, to: from + 2 }
  }
  return undefined
}
