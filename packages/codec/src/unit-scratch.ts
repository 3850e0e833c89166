/** A buffer for UTF-16 code units that becomes a string in one step. */
interface UnitScratch {
  readonly units: Uint16Array
  /** The same memory with two units per element: the unit at the even index is the low half. */
  readonly pairs: Uint32Array
  /** Returns the units from `start` up to `end` as a string, with lone surrogates. */
  text(start: number, end: number): string
}

interface NativeUnits {
  ucs2Slice(startByte: number, endByte: number): string
}

interface NativeBuffer {
  from?: (memory: ArrayBuffer) => Partial<NativeUnits>
}

const nativeBuffer = (globalThis as { Buffer?: NativeBuffer }).Buffer ?? null
const wellFormedUnits = new TextDecoder('utf-16le', { fatal: true, ignoreBOM: true })
const codeUnitsPerCall = 8192

let shared = createUnitScratch(1024)

/**
 * The process's shared buffer, grown to at least `unitCount` units. Each call invalidates its content, so use it
 * within one synchronous function. Reused memory halves the cost of building strings.
 */
export function sharedScratch(unitCount: number): UnitScratch {
  if (shared.units.length < unitCount) shared = createUnitScratch(2 ** Math.ceil(Math.log2(unitCount)))
  return shared
}

/**
 * Creates a separate buffer for `unitCount` units (even), on `native` memory if the runtime supports it. Assumes
 * little-endian memory, as in every current engine.
 */
export function createUnitScratch(
  unitCount: number,
  native: NativeBuffer | null = nativeBuffer,
): UnitScratch {
  const pairs = new Uint32Array(unitCount / 2)
  const units = new Uint16Array(pairs.buffer)
  const slicer = native?.from?.(pairs.buffer)
  if (isNative(slicer)) return { units, pairs, text: (start, end) => slicer.ucs2Slice(2 * start, 2 * end) }
  return { units, pairs, text: (start, end) => portableText(units.subarray(start, end)) }
}

function portableText(units: Uint16Array): string {
  try {
    return wellFormedUnits.decode(units)
  } catch {
    // The units include a lone surrogate, which no decoder accepts.
    let text = ''
    for (let i = 0; i < units.length; i += codeUnitsPerCall) {
      text += String.fromCharCode(...units.subarray(i, i + codeUnitsPerCall))
    }
    return text
  }
}

function isNative(value: Partial<NativeUnits> | undefined): value is NativeUnits {
  return typeof value?.ucs2Slice === 'function'
}
