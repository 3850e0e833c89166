/** A number for all colours, or one for each of red, green and blue. */
export type PerColour = readonly [number] | readonly [number, number, number]

/**
 * The parameters for applying a gain map, as XMP writes them (Ultra HDR image format 1.1, "HDR gain map metadata";
 * Adobe's gain map specification 1.0). A missing value has the specification's default.
 */
export interface GainMapParameters {
  baseRenditionIsHdr?: boolean
  numbers: ReadonlyMap<ParameterName, PerColour>
}

/** Names of the numbers, in the order of writing. */
export const parameterNames = [
  'GainMapMin',
  'GainMapMax',
  'Gamma',
  'OffsetSDR',
  'OffsetHDR',
  'HDRCapacityMin',
  'HDRCapacityMax',
] as const

/** One of {@link parameterNames}. */
export type ParameterName = (typeof parameterNames)[number]

/** A value in XMP: its text, or the texts of its list's items. */
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
 * Parses parameters from properties of the namespace `hdrgm` by name. Returns `undefined` if a required one is
 * missing or a value is invalid.
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
