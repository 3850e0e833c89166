import type { ImageFacts } from '../../src/facts.ts'
import type { RemovedKind } from '../../src/strip/plan.ts'

/** What a mode does with an image: refuses it, or takes out these kinds, in any order. */
export type Outcome = 'refused' | RemovedKind[]

/** An image with a word planted in its metadata, part of which can't be read as its format says. */
export interface DamagedSample {
  name: string
  bytes: Uint8Array
  location: Outcome
  strip: Outcome
  /** Words that no mode may leave, in no form. */
  planted: readonly string[]
  /** Words that stay when places go, and go with everything where more goes then. */
  stay: readonly string[]
  /** What is known of the picture. */
  facts?: { orientation?: number; hasGainMap?: boolean }
  /** What is left of it, where that is known; where more goes with everything, only of its places. */
  clean?: Uint8Array
  /** What is wrongly taken for known. */
  mistaken?: Partial<ImageFacts>
  /** Where its coded data end, if it lacks its end marker there. */
  end?: number
}

/** Planted wherever a place is said. */
export const place = 'PlantedPlace'
/** Planted in other metadata; only stripping removes it. */
export const owner = 'PlantedOwner'

/** @param strip if it differs from `location` */
export function sample(
  name: string,
  bytes: Uint8Array,
  location: Outcome,
  {
    strip = location,
    planted = [place],
    stay = [],
    ...known
  }: Partial<Omit<DamagedSample, 'name' | 'bytes' | 'location'>> = {},
): DamagedSample {
  return { name, bytes, location, strip, planted, stay, ...known }
}
