import type { AST } from '@eslint-community/regexpp'
import { type Atom, partsOf, type StepMatcher, TooManySteps } from './step-matcher.ts'

/** A text whose middle is repeated as often as a sender likes. */
export interface GrowingText {
  readonly before: string
  readonly repeated: string
  readonly after: string
}

/** Characters of every kind that a class may part from the rest. */
const pool = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...'\u0085\u00a0\u00adé÷ßſK\u0300\u200b\u200d\u2028\u202e一あ가ก％～￿😀\u{e0001}\ud800',
]

/** Ways to write one part of an expression. */
const maxWays = 3
/** Repetitions that show growth; more where the expression counts to a number of its own. */
const minTimes = 32
/** Steps for a character that linear work may take without a closer look. */
const ordinarySteps = 8
const maxSteps = 1_000_000
/** Twice the length takes twice the steps if the work is linear, and four times if it is quadratic. */
const maxGrowth = 3
/** The same between two short texts, of which each step that is taken once is a large part. */
const suspectGrowth = 2.3

/** A text for which the steps of an expression grow faster than the text; `undefined` if none is found. */
export function worstText(matcher: StepMatcher): GrowingText | undefined {
  const loops = loopsOf(matcher.pattern)
  if (loops.length === 0) return undefined
  const times = Math.max(minTimes, 2 * largestCount(matcher.pattern))
  for (const text of growingTexts(matcher, loops)) if (isSuperlinear(matcher, text, times)) return text
  return undefined
}

/** Text of a growing text, its middle repeated. */
export function repeatedText({ before, repeated, after }: GrowingText, times: number): string {
  return before + repeated.repeat(times) + after
}

function isSuperlinear(matcher: StepMatcher, growing: GrowingText, times: number): boolean {
  const stepsOf = (factor: number): number =>
    matcher.countSteps(repeatedText(growing, factor * times), factor * factor * maxSteps)
  try {
    const few = stepsOf(1)
    if (few < ordinarySteps * times * growing.repeated.length) return false
    const once = stepsOf(2)
    if (once < suspectGrowth * few) return false
    const [twice, fourTimes] = [stepsOf(4), stepsOf(8)]
    return fourTimes - twice > maxGrowth * (twice - once)
  } catch (error) {
    if (error instanceof TooManySteps) return true
    throw error
  }
}

/**
 * Each own character and pair repeated, and what leads to and through each loop; before it what leads to a loop, and
 * after it something that does not fit.
 */
function* growingTexts(matcher: StepMatcher, loops: readonly AST.Quantifier[]): Generator<GrowingText> {
  const { pattern, atoms } = matcher
  const kinds = kindsOf(pattern, [...atoms.values()])
  const inLoops = loops.flatMap(({ element }) => atomsIn(element, atoms))
  const looped = kindsOf(pattern, inLoops)
  const outside = looped.filter((kind) => !inLoops.some((fits) => fits(codeOf(kind))))
  const samples = createSamples(matcher, kinds)
  const paths = loops.map((loop) => ({ loop, before: partsBefore(loop) }))
  const between = paths.flatMap(({ loop, before }) =>
    before.flatMap((_, index) => {
      const parts = before.slice(index)
      return [...samples.ofAll(parts), ...samples.ofAll([...parts, loop.element])]
    }),
  )
  const elements = paths.flatMap(({ loop }) => samples.of(loop.element))
  const befores = unique(['', ...outside, ...paths.flatMap(({ before }) => samples.ofAll(before))])

  const after = ['', ...looped]
  const one = combine(unique([...kinds, ...elements, ...between]), befores, after)
  const two = combine(pairsOf(looped), befores, after)
  const endingInTwo = combine(looped, befores, pairsOf(looped))
  yield* one
  yield* two
  yield* endingInTwo
  yield* combine(pairsOf(kinds), [''], outside.slice(0, 1))
}

function* combine(
  middles: readonly string[],
  befores: readonly string[],
  afters: readonly string[],
): Generator<GrowingText> {
  for (const repeated of middles) {
    if (repeated === '') continue
    for (const before of befores) for (const after of afters) yield { before, repeated, after }
  }
}

const codeOf = (character: string): number => character.codePointAt(0)!

const pairsOf = (kinds: readonly string[]): string[] =>
  kinds.flatMap((first) => kinds.map((second) => first + second))

/** One character of each kind that some tests of characters can tell apart. */
function kindsOf(pattern: AST.Pattern, atoms: readonly Atom[]): string[] {
  const byAnswers = new Map<string, string>()
  for (const character of [...pool, ...pattern.raw]) {
    const answers = atoms.map((fits) => (fits(codeOf(character)) ? 1 : 0)).join('')
    if (!byAnswers.has(answers)) byAnswers.set(answers, character)
  }
  return [...byAnswers.values()]
}

function atomsIn(node: AST.Alternative | AST.Element, atoms: StepMatcher['atoms']): Atom[] {
  const own = node.type === 'Alternative' ? undefined : atoms.get(node)
  return [...(own === undefined ? [] : [own]), ...partsOf(node).flatMap((part) => atomsIn(part, atoms))]
}

/** Texts that parts of an expression match, the shortest first. */
function createSamples({ atoms }: StepMatcher, kinds: readonly string[]) {
  function of(node: AST.Alternative | AST.Element): string[] {
    const atom = node.type === 'Alternative' ? undefined : atoms.get(node)
    if (atom !== undefined) return kinds.filter((kind) => atom(codeOf(kind))).slice(0, maxWays)
    switch (node.type) {
      case 'Alternative':
        return ofAll(node.elements)
      case 'Quantifier': {
        const counts = unique([node.min, Math.min(node.max, node.min + 1)])
        return unique(counts.flatMap((count) => of(node.element).map((way) => way.repeat(count))))
      }
      case 'Backreference':
        return of([node.resolved].flat()[0]!)
      case 'Assertion':
        return ['']
      default:
        return unique(partsOf(node).flatMap(of))
    }
  }

  /** The first way of each part in turn, the second of each, and so on. */
  function ofAll(parts: readonly AST.Element[]): string[] {
    const ways = parts.map(of).filter((some) => some.length > 0)
    return unique(
      Array.from({ length: maxWays }, (_, way) => ways.map((some) => some[way % some.length]).join('')),
    )
  }

  return { of, ofAll }
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

function loopsOf(node: AST.Pattern | AST.Alternative | AST.Element): AST.Quantifier[] {
  const own = node.type === 'Quantifier' && node.max === Number.POSITIVE_INFINITY ? [node] : []
  return [...own, ...partsOf(node).flatMap(loopsOf)]
}

function largestCount(node: AST.Pattern | AST.Alternative | AST.Element): number {
  const counts = node.type === 'Quantifier' ? [node.min, node.max].filter(Number.isFinite) : []
  return Math.max(0, ...counts, ...partsOf(node).map(largestCount))
}

/** The parts that a match has gone through when it comes to one. */
function partsBefore(node: AST.Element): AST.Element[] {
  const { parent } = node
  if (parent.type === 'Quantifier') return partsBefore(parent)
  if (parent.type !== 'Alternative') return []
  const before = parent.elements.slice(0, parent.elements.indexOf(node))
  return parent.parent.type === 'Pattern' ? before : [...partsBefore(parent.parent), ...before]
}
