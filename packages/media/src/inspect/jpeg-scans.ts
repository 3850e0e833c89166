import { jpegMarker } from './jpeg-segments.ts'

/** Coefficients of a block of 8 × 8 samples. */
const coefficients = 64
const unseen = 255
const progressiveMarkers: ReadonlySet<number> = new Set([
  jpegMarker.progressive,
  jpegMarker.arithmeticProgressive,
])

/** Records the scans of a JPEG to find out whether one is missing (ITU T.81, B.2.3 and G.1.1.1.1). */
interface JpegScans {
  /** @param specification the id, the sampling and the table of each component */
  frame(code: number, specification: Uint8Array): void
  /** @param header the data of its segment */
  scan(header: Uint8Array): void
  /** Whether the scans contain every coefficient of every component to its last bit. */
  readonly areAllThere: boolean
}

/** Creates the record before the frame. */
export function createJpegScans(): JpegScans {
  const missingBits = new Map<number, Uint8Array>()
  let isProgressive = false
  return {
    frame(code, specification) {
      isProgressive = progressiveMarkers.has(code)
      for (let at = 0; at < specification.length; at += 3) {
        missingBits.set(specification[at]!, new Uint8Array(coefficients).fill(unseen))
      }
    },
    scan(header) {
      const components = header[0] ?? 0
      const [first, last, bits] = header.subarray(1 + 2 * components)
      for (let index = 0; index < components; index++) {
        const missing = missingBits.get(header[1 + 2 * index]!)
        if (isProgressive) missing?.fill(bits! & 15, first!, last! + 1)
        else missing?.fill(0)
      }
    },
    get areAllThere() {
      return [...missingBits.values()].every((bits) => bits.every((missing) => missing === 0))
    },
  }
}
