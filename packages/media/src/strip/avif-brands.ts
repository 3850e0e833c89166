import { fourCC } from '../numbers.ts'

/** Formats and profiles that files of pictures and films name (mp4ra.org). */
const brandNames = new Set(
  `avif avis avio mif1 mif2 mif3 msf1 miaf MA1A MA1B MiHB MiHE MiHA MiPr MiCm tmap heic heix hevc hevx jpeg jpgs
  1pic pred geo1 vmaf iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 isoa isob isoc isom mp41 mp42 av01 avc1 cmfc cmf2 dash
  unif`.split(/\s+/),
)

/** The brands in the content of an `ftyp` box (ISO/IEC 14496-12, 4.3): the first one, and those behind the version. */
export function brandsOf(content: Uint8Array): string[] {
  return brandPlaces(content).map((at) => fourCC(content, at))
}

function brandPlaces(content: Uint8Array): number[] {
  const count = Math.floor(content.length / 4)
  return Array.from({ length: count }, (_, index) => index * 4).filter((at) => at !== 4)
}

/**
 * The content of an `ftyp` box with a known brand instead of each unknown one, which could be any word, and how many
 * bytes these have. `undefined` if there is nothing to replace.
 */
export function strippedBrands(content: Uint8Array): { content: Uint8Array; bytes: number } | undefined {
  const isKnown = (at: number): boolean => brandNames.has(fourCC(content, at))
  const places = brandPlaces(content)
  const known = places.find(isKnown)
  const unknown = places.filter((at) => !isKnown(at))
  if (known === undefined || unknown.length === 0) return undefined
  const copy = content.slice()
  for (const at of unknown) copy.copyWithin(at, known, known + 4)
  return { content: copy, bytes: 4 * unknown.length }
}
