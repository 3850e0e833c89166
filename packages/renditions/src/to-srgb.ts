import type { ShownColour, Transfer } from '@pictoglyph/media/shown/colour'

/** Samples of 16 bits, row by row. */
interface Samples {
  data: Uint16Array
  /** 3, or 4 with alpha. */
  channels: number
}

const most = 65_535
/** Luminance of a white page, in candela per square metre (ITU-R BT.2408). */
const whiteNits = 203
/** Brightest grade of HDR pictures, which browsers assume if a file names none. */
const peak = 1_000 / whiteNits

/**
 * Converts colours in place to sRGB, as browsers do. Light beyond white (PQ and HLG of ITU-R BT.2100) is compressed
 * by its brightest component, with Chromium's curve: a white page has half the light of the screen.
 */
export function convertToSrgb({ data, channels }: Samples, { primaries, transfer }: ShownColour): void {
  const light = tableOf(lightOf(transfer))
  const stored = tableOf(
    (value) => most * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055),
  )
  const isHigh = transfer === 'pq' || transfer === 'hlg'
  const isScene = transfer === 'hlg'
  const [a, b, c, d, e, f, g, h, i] = toSrgbPrimaries(primaries) as Nine
  const at = (value: number) => stored[value <= 0 ? 0 : value >= 1 ? most : Math.round(value * most)]!
  for (let index = 0; index < data.length; index += channels) {
    let red = light[data[index]!]!
    let green = light[data[index + 1]!]!
    let blue = light[data[index + 2]!]!
    if (isHigh) {
      let factor = 1
      if (isScene) factor = peak * (0.2627 * red + 0.678 * green + 0.0593 * blue) ** 0.2
      const brightest = factor * Math.max(red, green, blue)
      factor *= brightest <= 1 ? 0.5 : compressed(brightest) / brightest
      red *= factor
      green *= factor
      blue *= factor
    }
    data[index] = at(a * red + b * green + c * blue)
    data[index + 1] = at(d * red + e * green + f * blue)
    data[index + 2] = at(g * red + h * green + i * blue)
  }
}

/** Compresses light above white by a quadratic Bézier curve from half the light to all of it. */
function compressed(brightness: number): number {
  if (brightness >= peak) return 1
  const [middle, middleLight] = [1.65, 0.825]
  const bend = 1 - 2 * middle + peak
  const slope = middle - 1
  const t = (Math.sqrt(slope * slope + bend * (brightness - 1)) - slope) / bend
  return 0.5 * (1 - t) ** 2 + 2 * t * (1 - t) * middleLight + t * t
}

function tableOf(of: (value: number) => number): Float32Array {
  return Float32Array.from({ length: most + 1 }, (_, index) => of(index / most))
}

/** Converts a stored value to light: 1 is white, for HLG the brightest light of the scene. */
function lightOf(transfer: Transfer): (value: number) => number {
  if (transfer === 'pq') return pqLight
  if (transfer === 'hlg') return hlgLight
  if (transfer === 'srgb')
    return (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  if (transfer === 'smpte240')
    return (value) => (value <= 0.0912 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45))
  return (value) => (transfer.scale ?? 1) * value ** transfer.exponent
}

/** ITU-R BT.2100, table 4. */
function pqLight(value: number): number {
  const root = value ** (32 / 2_523)
  const ratio = Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)
  return (ratio ** (8_192 / 1_305) * 10_000) / whiteNits
}

/** ITU-R BT.2100, table 5. */
function hlgLight(value: number): number {
  return value <= 0.5 ? (value * value) / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
}

type Nine = [number, number, number, number, number, number, number, number, number]
type Matrix = number[]

const srgb = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329]
const bradford = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]

/** The matrix from light in other primaries to light in sRGB's, which maps white to white. */
function toSrgbPrimaries(primaries: readonly number[]): Matrix {
  const adapted = multiply(adaptation(whiteOf(primaries), whiteOf(srgb)), toXyz(primaries))
  return multiply(inverse(toXyz(srgb)), adapted)
}

function whiteOf(primaries: readonly number[]): number[] {
  const [x, y] = primaries.slice(6) as [number, number]
  return [x / y, 1, (1 - x - y) / y]
}

function toXyz(primaries: readonly number[]): Matrix {
  const [rx, ry, gx, gy, bx, by] = primaries as Nine
  const colours = [rx, gx, bx, ry, gy, by, 1 - rx - ry, 1 - gx - gy, 1 - bx - by]
  const scale = apply(inverse(colours), whiteOf(primaries))
  return colours.map((value, index) => value * scale[index % 3]!)
}

function adaptation(from: number[], to: number[]): Matrix {
  const [source, target] = [apply(bradford, from), apply(bradford, to)]
  const scale = [0, 1, 2].flatMap((row) =>
    [0, 1, 2].map((column) => (row === column ? target[row]! / source[row]! : 0)),
  )
  return multiply(inverse(bradford), multiply(scale, bradford))
}

function apply(matrix: Matrix, [x, y, z]: number[]): number[] {
  return [0, 3, 6].map((row) => matrix[row]! * x! + matrix[row + 1]! * y! + matrix[row + 2]! * z!)
}

function multiply(left: Matrix, right: Matrix): Matrix {
  return left.map((_, index) => {
    const [row, column] = [index - (index % 3), index % 3]
    return (
      left[row]! * right[column]! + left[row + 1]! * right[column + 3]! + left[row + 2]! * right[column + 6]!
    )
  })
}

function inverse(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i] = matrix as Nine
  const cofactors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  const determinant = a * cofactors[0]! + b * cofactors[3]! + c * cofactors[6]!
  return cofactors.map((value) => value / determinant)
}
