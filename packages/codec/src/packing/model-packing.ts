/** Packs a text as the bytes of a model's decisions, and unpacks it (docs/cipher/model.md, "The end of a text"). */
import { maxTextUnits } from '../limits.ts'
import { sharedScratch } from '../unit-scratch.ts'
import { DecisionReader, DecisionWriter } from './decision-coder.ts'
import type { Model } from './model.ts'

/** The decisions that spell a text, and the number of decisions at the end of each unit. */
interface Decisions {
  probabilities: Uint16Array
  values: Uint8Array
  count: number
  readonly unitEnds: number[]
}

function record(decisions: Decisions, probability: number, value: number): void {
  const { count } = decisions
  if (count === decisions.values.length) {
    const { probabilities, values } = decisions
    decisions.probabilities = new Uint16Array(2 * count)
    decisions.probabilities.set(probabilities)
    decisions.values = new Uint8Array(2 * count)
    decisions.values.set(values)
  }
  decisions.probabilities[count] = probability
  decisions.values[count] = value
  decisions.count++
}

const noDecisions = (): Decisions => ({
  probabilities: new Uint16Array(1024),
  values: new Uint8Array(1024),
  count: 0,
  unitEnds: [],
})

/** Packs a text by a model; `null` if UTF-16 is as short, or if it takes `limitBytes` or more. */
export function packByModel(
  { reset, code }: Model,
  text: string,
  limitBytes = Number.POSITIVE_INFINITY,
): Uint8Array | null {
  const limit = Math.min(limitBytes, 2 * text.length)
  const decisions = noDecisions()
  const sized = new DecisionWriter()
  const coder = (probability: number, value: number) => {
    record(decisions, probability, value)
    sized.write(probability, value)
    return value
  }
  reset()
  for (let i = 0; i < text.length; i++) {
    code(text.charCodeAt(i), coder)
    decisions.unitEnds.push(decisions.count)
    if (sized.length >= limit) return null
  }
  return shortest(decisions, sized.length, limit)
}

/**
 * The fewest bytes of decisions in which a reader finds the end; `settledBytes` of them are certain. `null` if it takes
 * `limit` or more.
 */
function shortest(decisions: Decisions, settledBytes: number, limit: number): Uint8Array | null {
  for (let total = Math.max(1, settledBytes); total < limit; total++) {
    const bytes = write(decisions, total)
    if (bytes !== null) return bytes
  }
  return null
}

/**
 * Probability that the text ends at the n-th question, from 0, in 65,536ths. The question follows each unit once a
 * reader has read all bytes, four of them ahead.
 */
const endProbability = (asked: number) => Math.floor(65536 / (4 + asked))
const bytesAhead = 4

/** Writes the decisions into `total` bytes; `null` if a reader of that many bytes would not find the end. */
function write({ probabilities, values, unitEnds }: Decisions, total: number): Uint8Array | null {
  const writer = new DecisionWriter()
  let asked = 0
  let isAsked = false
  let next = 0
  for (const [unit, end] of unitEnds.entries()) {
    for (; next < end; next++) writer.write(probabilities[next]!, values[next]!)
    isAsked = writer.length + bytesAhead >= total
    if (isAsked) writer.write(endProbability(asked++), unit === unitEnds.length - 1 ? 1 : 0)
    if (writer.length > total) return null
  }
  return isAsked ? writer.finish(total) : null
}

/** Unpacks bytes; `null` if {@link packByModel} never writes them for a text of at most `maxUnits` units. */
export function unpackByModel(
  { reset, code }: Model,
  bytes: Uint8Array,
  maxUnits = maxTextUnits,
): string | null {
  const decisions = noDecisions()
  const reader = new DecisionReader(bytes)
  const coder = (probability: number) => {
    const value = reader.read(probability)
    record(decisions, probability, value)
    return value
  }
  const sized = new DecisionWriter()
  const scratch = sharedScratch(maxTextUnits)
  reset()
  let count = 0
  let asked = 0
  do {
    if (count === maxUnits) return null
    const unit = code(-1, coder)
    if (unit < 0) return null
    scratch.units[count++] = unit
    decisions.unitEnds.push(decisions.count)
  } while (!reader.isPastEnd || reader.read(endProbability(asked++)) === 0)
  for (let i = 0; i < decisions.count; i++) sized.write(decisions.probabilities[i]!, decisions.values[i]!)
  const canonical = shortest(decisions, sized.length, 2 * count)
  return canonical !== null && isEqual(canonical, bytes) ? scratch.text(0, count) : null
}

/** Unpacks the first units of a text from its first bytes, as far as these bytes are certain. */
export function unpackBeginningByModel({ reset, code }: Model, bytes: Uint8Array): string {
  const reader = new DecisionReader(bytes)
  const scratch = sharedScratch(maxTextUnits)
  reset()
  let count = 0
  while (count < maxTextUnits) {
    const unit = code(-1, (probability) => reader.read(probability))
    if (unit < 0 || reader.isPastEnd) break
    scratch.units[count++] = unit
  }
  return scratch.text(0, count)
}

const isEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i])
