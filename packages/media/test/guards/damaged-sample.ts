import type { ImageFacts } from '../../src/facts.ts'
import type { RemovedKind } from '../../src/strip/plan.ts'

/** A mode's result for an image: a refusal, or the removed kinds in any order. */
export type Outcome = 'refused' | RemovedKind[]

/** An image with a planted word in its metadata, part of which breaks its format. */
export interface DamagedSample {
  name: string
  bytes: Uint8Array
  location: Outcome
  strip: Outcome
  /** Words that every mode must remove in every form. */
  planted: readonly string[]
  /** Words that stay in the mode `location`. The mode `strip` removes them if it removes more. */
  stay: readonly string[]
  /** Known facts of the picture. */
  facts?: { orientation?: number; hasGainMap?: boolean }
  /** The expected result, if known. If `strip` removes more, only that of `location`. */
  clean?: Uint8Array
  /** Facts that are known wrongly. */
  mistaken?: Partial<ImageFacts>
  /** End of its coded data, if it has no end marker there. */
  end?: number
}

/** Planted in every place field. */
export const place = 'PlantedPlace'
/** Planted in other metadata; only `strip` removes it. */
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
