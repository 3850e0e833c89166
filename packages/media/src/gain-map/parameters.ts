/** A number for all colours, or one each for red, green and blue. */
export type PerColour = readonly [number] | readonly [number, number, number]

/**
 * How a gain map is applied, as XMP writes it (Ultra HDR image format 1.1, "HDR gain map metadata"; Adobe's gain map
 * specification 1.0). A missing value has the specification's default.
 */
export interface GainMapParameters {
  baseRenditionIsHdr?: boolean
  numbers: ReadonlyMap<ParameterName, PerColour>
}

/** Names of the numbers, in the order in which they are written. */
export const parameterNames = [
  'GainMapMin',
  'GainMapMax',
  'Gamma',
  'OffsetSDR',
  'OffsetHDR',
  'HDRCapacityMin',
  'HDRCapacityMax',
] as const

/** One of them. */
export type ParameterName = (typeof parameterNames)[number]

/** A property of XMP as written: its text, or the texts of its list's items. */
export interface WrittenValue {
  texts: readonly string[]
  isList: boolean
}

const flagName = 'BaseRenditionIsHDR'
const required: readonly ParameterName[] = ['GainMapMax', 'HDRCapacityMax']
const ofAllColours = new Set<ParameterName>(['HDRCapacityMin', 'HDRCapacityMax'])
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const longestNumber = 64

/**
 * The parameters in properties of the namespace `hdrgm`, by their names. `undefined` if a required one is missing, or
 * any of them is not the number or flag that it should be.
 */
export function parseParameters(written: ReadonlyMap<string, WrittenValue>): GainMapParameters | undefined {
  const numbers = new Map<ParameterName, PerColour>()
  for (const name of parameterNames) {
    const value = written.get(name)
    if (value === undefined) continue
    const parsed = parseNumbers(value)
    if (parsed === undefined || (parsed.length > 1 && ofAllColours.has(name))) return undefined
    numbers.set(name, parsed)
  }
  if (!required.every((name) => numbers.has(name))) return undefined
  const flag = written.get(flagName)
  if (flag === undefined) return { numbers }
  const [text] = flag.texts
  if (flag.isList || (text !== 'True' && text !== 'False')) return undefined
  return { baseRenditionIsHdr: text === 'True', numbers }
}

function parseNumbers({ texts, isList }: WrittenValue): PerColour | undefined {
  const numbers = texts.map((text) =>
    text.length <= longestNumber && decimal.test(text) ? Number(text) : Number.NaN,
  )
  if (!numbers.every(Number.isFinite)) return undefined
  const [red, green, blue] = numbers
  if (!isList) return [red!]
  return numbers.length === 3 ? [red!, green!, blue!] : undefined
}
