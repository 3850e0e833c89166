/** Transfer from stored numbers to light: the name of a curve, or a power. */
export type Transfer = 'srgb' | 'pq' | 'hlg' | 'smpte240' | { exponent: number; scale?: number }

/** The meaning of a picture's numbers as colours, without a profile. */
export interface ShownColour {
  /** The chromaticities x and y of red, green, blue and white (CIE 1931). */
  primaries: readonly number[]
  transfer: Transfer
}

const srgbPrimaries = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]
const d65 = [0.3127, 0.329]
const c = [0.31, 0.316]

/** Primaries by code point (ITU-T H.273, table 2). Others count as sRGB. */
const primariesOf: Record<number, readonly number[]> = {
  4: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, ...c],
  5: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...d65],
  6: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...d65],
  7: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...d65],
  8: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, ...c],
  9: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...d65],
  10: [1, 0, 0, 1, 0, 0, 1 / 3, 1 / 3],
  11: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351],
  12: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...d65],
  22: [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, ...d65],
}

/** Transfers by code point (ITU-T H.273, table 3). Others count as sRGB. */
const transferOf: Record<number, Transfer> = {
  4: { exponent: 2.2 },
  5: { exponent: 2.8 },
  7: 'smpte240',
  8: { exponent: 1 },
  16: 'pq',
  17: { exponent: 2.6, scale: 52.37 / 48 },
  18: 'hlg',
}

/** Code points of film curves. */
const filmCurves = new Set([1, 6, 14, 15])

/** Colours by code points. Chromium displays film curves as sRGB in AVIF, and as a power in PNG. */
export function colourOfCodePoints(primaries: number, transfer: number, filmCurve: Transfer): ShownColour {
  const curve = filmCurves.has(transfer) ? filmCurve : (transferOf[transfer] ?? 'srgb')
  return { primaries: primariesOf[primaries] ?? srgbPrimaries, transfer: curve }
}

/** Colours by a power, and by chromaticities if given. */
export function colourOfMeasures(exponent: number, primaries = srgbPrimaries): ShownColour {
  return { primaries, transfer: { exponent } }
}

/** Whether colours are sRGB. Encoders write its curve as a power of about 2.2. */
export function isSrgb({ primaries, transfer }: ShownColour): boolean {
  const isCurve =
    transfer === 'srgb' || (typeof transfer === 'object' && Math.abs(transfer.exponent - 2.2) < 0.05)
  return isCurve && primaries.every((value, index) => Math.abs(value - srgbPrimaries[index]!) < 0.002)
}
