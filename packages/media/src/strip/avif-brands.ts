import { fourCC } from '../numbers.ts'

/** Known formats and profiles of AVIF files (mp4ra.org). */
const brandName = /^(?:avi[fos]|mif[1-3]|msf1|miaf|MA1[AB]|Mi(?:H[ABE]|Pr)|tmap|iso[2-9m]|mp4[12]|av01)$/

/** Reads brands from an `ftyp` box's content (ISO/IEC 14496-12, 4.3): the major one, and all after the version. */
export function brandsOf(content: Uint8Array): string[] {
  return brandPlaces(content).map((at) => fourCC(content, at))
}

function brandPlaces(content: Uint8Array): number[] {
  const count = Math.floor(content.length / 4)
  return Array.from({ length: count }, (_, index) => index * 4).filter((at) => at !== 4)
}

/**
 * Replaces each unknown brand, which could be any word, in the content of an `ftyp` box by a known one. Returns the
 * content and the number of replaced bytes; `undefined` if nothing changes.
 */
export function strippedBrands(content: Uint8Array): { content: Uint8Array; bytes: number } | undefined {
  const isKnown = (at: number): boolean => brandName.test(fourCC(content, at))
  const places = brandPlaces(content)
  const known = places.find(isKnown)
  const unknown = places.filter((at) => !isKnown(at))
  if (known === undefined || unknown.length === 0) return undefined
  const copy = content.slice()
  for (const at of unknown) copy.copyWithin(at, known, known + 4)
  return { content: copy, bytes: 4 * unknown.length }
}
