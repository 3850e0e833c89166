/** Ciphers beside which symbols of their own set stand (docs/cipher/format.md, "Symbols beside a cipher"). */
import { beforeBody, decodeSymbolValues, minCipherSymbols, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { beginsAsFrame, readFrameStart } from './frame.ts'
import { frameEnds, type SetValues } from './frame-ends.ts'
import { isDoubtfulText, isPlausible } from './plausibility.ts'

/** Symbols that may stand on either side of a cipher. */
const maxBeside = 16

/** More symbols after a classic text are the rest of a unit that lost some, unless they are all the same. */
const maxMixedAfterText = 3

/** A classic text of fewer units needs that nothing stands before it. */
const minUnitsAfterOthers = 4

/** A part of a row of symbols that may be a cipher: the number of symbols on either side, 16 at most, not both 0. */
export interface Stretch {
  readonly before: number
  readonly after: number
  /** What speaks for it: its checksum, its plausible text, or its shape alone, such as for a frame with a key. */
  readonly evidence: 'checksum' | 'text' | 'shape'
}

/**
 * Finds the parts of a row of symbols that have the shape of a cipher; with different symbols before them only those
 * that more speaks for. It costs linear time.
 */
export function stretchesOf({ charset, values }: SetValues): Stretch[] {
  const stretches: Stretch[] = []
  for (let before = 0; before <= Math.min(maxBeside, values.length - 1); before++) {
    const row = values.subarray(before)
    const found = beginsAsFrame(row)
      ? framesAtStart({ charset, values: row })
      : beginsAsClassic(row)
        ? classicAtStart(row, before)
        : []
    for (const { after, evidence } of found)
      if (before + after > 0 && (evidence !== 'shape' || areSame(values.subarray(0, before))))
        stretches.push({ before, after, evidence })
  }
  return stretches
}

type AtStart = Omit<Stretch, 'before'>

function* framesAtStart(row: SetValues): Generator<AtStart> {
  const evidence = readFrameStart(row.values)?.type === 'RAW' ? 'checksum' : 'shape'
  for (const end of frameEnds(row)) {
    const after = row.values.length - end
    if (after <= maxBeside) yield { after, evidence }
  }
}

/** The longest classic cipher at the start of a row whose text is plausible; otherwise the longest one. */
function classicAtStart(row: Uint8Array, before: number): AtStart[] {
  const ends: AtStart[] = []
  for (
    let after = (row.length - classicWrapper.length) % symbolsPerUnit;
    after <= maxBeside && row.length - after >= minCipherSymbols;
    after += symbolsPerUnit
  ) {
    if (row[row.length - after - 1] !== classicWrapper[3]) continue
    const text = decodeSymbolValues(row.subarray(beforeBody, row.length - after - 1))
    const isAdded = after <= maxMixedAfterText || areSame(row.subarray(-after))
    if (isAdded && isText(text, before)) return [{ after, evidence: 'text' }]
    ends.push({ after, evidence: 'shape' })
  }
  return ends.slice(0, 1)
}

function isText(text: string, before: number): boolean {
  if (text.length >= minUnitsAfterOthers) return text.isWellFormed() && isPlausible(text)
  return before === 0 && !isDoubtfulText(text)
}

const areSame = (values: Uint8Array): boolean => new Set(values).size <= 1

/** Whether symbols begin with the wrapper of a classic cipher. */
export const beginsAsClassic = (values: Uint8Array): boolean =>
  classicWrapper.slice(0, -1).every((value, i) => value === values[i])
