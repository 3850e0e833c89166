import { u16be, u32be } from '../numbers.ts'

/** What the ISO 21496-1 segment of a picture holds, in bytes after its mark. */
export interface IsoMetadata {
  /**
   * Length of the data that says how a gain map is applied; `undefined` if there is only a version, or it is broken.
   */
  length: number | undefined
}

/** The version that readers must know, and that of the writer: all that the picture has to which a gain map belongs. */
export const isoVersionLength = 4

const flag = { severalChannels: 0x80, commonDenominator: 0x08 }
const [headrooms, numbersOfChannel, gamma] = [2, 5, 2]

/**
 * Reads metadata of a gain map (ISO 21496-1, annex C). Each fraction has its own denominator, or all share one, as in
 * drafts of the standard, which encoders follow. `undefined` for an unknown version.
 */
export function readIsoMetadata(data: Uint8Array): IsoMetadata | undefined {
  if (data.length < isoVersionLength || u16be(data, 0) !== 0) return undefined
  const flags = data[isoVersionLength] ?? 0
  const channels = flags & flag.severalChannels ? 3 : 1
  const isCommon = (flags & flag.commonDenominator) !== 0
  const from = isoVersionLength + 1 + (isCommon ? 4 : 0)
  const numberLength = isCommon ? 4 : 8
  const count = headrooms + channels * numbersOfChannel
  const length = from + count * numberLength
  if (data.length < length) return { length: undefined }
  const numerator = (index: number): number => u32be(data, from + index * numberLength)
  const denominator = (index: number): number => u32be(data, isCommon ? from - 4 : from + index * 8 + 4)
  for (let index = 0; index < count; index++) {
    const isGamma = index >= headrooms && (index - headrooms) % numbersOfChannel === gamma
    if (denominator(index) === 0 || (isGamma && numerator(index) === 0)) return { length: undefined }
  }
  return { length }
}
