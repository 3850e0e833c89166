import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/** Thrown instead of matching on. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps'
}

/** A regular expression whose work can be counted. */
export interface StepMatcher {
  readonly pattern: AST.Pattern
  /** The test of each character, class and set in it. */
  readonly atoms: ReadonlyMap<AST.Element, Atom>
  /**
   * Counts the steps of finding all matches in a text, as `matchAll` does; a sticky expression ends at the first gap.
   * @throws {TooManySteps}
   */
  countSteps(text: string, maxSteps: number): number
  /** The beginnings and ends of the matches that were found last. */
  readonly found: readonly (readonly [number, number])[]
}

/** Whether a character, given by its code, fits. */
export type Atom = (code: number) => boolean

/** What follows; whether all of it matches from a position. */
type Next = (at: number) => boolean
type CharacterNode = AST.Character | AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass

/** Matches by backtracking, as ECMA-262 section 22.2.2 describes it and engines do, and counts what they would do. */
export function createStepMatcher(expression: RegExp): StepMatcher {
  const { pattern } = parseRegExpLiteral(expression)
  const { ignoreCase, multiline, unicode, unicodeSets, sticky } = expression
  const isUnicode = unicode || unicodeSets
  const atoms = new Map<AST.Element, Atom>()
  let text = ''
  let steps = 0
  let maxSteps = 0
  let captures: [number, number][] = []
  let found: [number, number][] = []

  function step(): void {
    steps += 1
    if (steps > maxSteps) throw new TooManySteps()
  }

  /** The character that begins at a position, as its code; -1 at the end. */
  const codeAfter = (at: number): number =>
    at >= text.length ? -1 : isUnicode ? text.codePointAt(at)! : text.charCodeAt(at)

  /** The character that ends at a position. */
  const codeBefore = (at: number): number => {
    if (at <= 0) return -1
    const pair = isUnicode && at > 1 ? text.codePointAt(at - 2)! : 0
    return pair > 0xffff ? pair : text.charCodeAt(at - 1)
  }

  const lengthOf = (code: number): number => (code > 0xffff ? 2 : 1)

  /** Asks the engine itself about each character once, so that cases and classes are its own. */
  function atomOf(node: CharacterNode): Atom {
    const own = new RegExp(`^${node.raw}$`, expression.flags.replace(/[gymd]/g, ''))
    const known = new Map<number, boolean>()
    const atom = (code: number) => {
      const answer = known.get(code)
      if (answer !== undefined) return answer
      const fits = own.test(String.fromCodePoint(code))
      known.set(code, fits)
      return fits
    }
    atoms.set(node, atom)
    return atom
  }

  const isWord = (at: number): boolean => /\w/.test(text.charAt(at))
  const isLineEnd = (at: number): boolean => /[\n\r\u2028\u2029]/.test(text.charAt(at))

  function isAt(at: number, { kind, negate }: AST.Assertion & { negate?: boolean }): boolean {
    if (kind === 'start') return at === 0 || (multiline && isLineEnd(at - 1))
    if (kind === 'end') return at === text.length || (multiline && isLineEnd(at))
    return (isWord(at - 1) !== isWord(at)) !== negate
  }

  /** The matcher of one character: where it ends, or -1. */
  function oneCharacter(node: CharacterNode, isBackward: boolean): (at: number) => number {
    const atom = atomOf(node)
    return (at) => {
      step()
      const code = isBackward ? codeBefore(at) : codeAfter(at)
      if (code < 0 || !atom(code)) return -1
      return isBackward ? at - lengthOf(code) : at + lengthOf(code)
    }
  }

  function alternatives(choices: readonly AST.Alternative[], next: Next, isBackward: boolean): Next {
    const ways = choices.map(({ elements }) => {
      const inOrder = isBackward ? elements : elements.toReversed()
      return inOrder.reduce((after, element) => compile(element, after, isBackward), next)
    })
    if (ways.length === 1) return ways[0]!
    return (at) => {
      step()
      return ways.some((way) => way(at))
    }
  }

  function compile(node: AST.Element, next: Next, isBackward: boolean): Next {
    switch (node.type) {
      case 'Character':
      case 'CharacterClass':
      case 'CharacterSet':
      case 'ExpressionCharacterClass': {
        const match = oneCharacter(node, isBackward)
        return (at) => {
          const end = match(at)
          return end >= 0 && next(end)
        }
      }
      case 'Group':
        return alternatives(node.alternatives, next, isBackward)
      case 'CapturingGroup':
        return capturing(node, next, isBackward)
      case 'Backreference':
        return backreference(node, next, isBackward)
      case 'Assertion':
        return assertion(node, next)
      case 'Quantifier':
        return isOneCharacter(node.element)
          ? repeatedCharacter(node, oneCharacter(node.element, isBackward), next)
          : repeated(node, next, isBackward)
    }
  }

  const groups = groupsOf(pattern)

  function capturing(node: AST.CapturingGroup, next: Next, isBackward: boolean): Next {
    const number = groups.indexOf(node)
    const starts: number[] = []
    const inner = alternatives(
      node.alternatives,
      (at) => {
        const start = starts.pop()!
        const before = captures[number]!
        captures[number] = isBackward ? [at, start] : [start, at]
        if (next(at)) return true
        captures[number] = before
        starts.push(start)
        return false
      },
      isBackward,
    )
    return (at) => {
      starts.push(at)
      if (inner(at)) return true
      starts.pop()
      return false
    }
  }

  function backreference(node: AST.Backreference, next: Next, isBackward: boolean): Next {
    const numbers = [node.resolved].flat().map((group) => groups.indexOf(group))
    const fold = (part: string) => (ignoreCase ? part.toLowerCase() : part)
    return (at) => {
      const [from, to] = numbers.map((number) => captures[number]!).find(([start]) => start >= 0) ?? [0, 0]
      const length = to - from
      steps += length
      step()
      const [start, end] = isBackward ? [at - length, at] : [at, at + length]
      if (start < 0 || fold(text.slice(start, end)) !== fold(text.slice(from, to))) return false
      return next(isBackward ? start : end)
    }
  }

  function assertion(node: AST.Assertion, next: Next): Next {
    if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') {
      return (at) => {
        step()
        return isAt(at, node) && next(at)
      }
    }
    const inner = alternatives(node.alternatives, () => true, node.kind === 'lookbehind')
    return (at) => {
      step()
      const before = [...captures]
      if (inner(at) === node.negate) {
        captures = before
        return false
      }
      if (node.negate) captures = [...before]
      if (next(at)) return true
      captures = before
      return false
    }
  }

  function repeatedCharacter(
    { min, max, greedy }: AST.Quantifier,
    match: (at: number) => number,
    next: Next,
  ): Next {
    return (at) => {
      const ends = [at]
      const more = (): boolean => {
        const end = ends.length > max ? -1 : match(ends.at(-1)!)
        if (end >= 0) ends.push(end)
        return end >= 0
      }
      while (ends.length <= min) if (!more()) return false
      if (greedy) {
        while (more());
        while (ends.length > min) if (next(ends.pop()!)) return true
        return false
      }
      do if (next(ends.at(-1)!)) return true
      while (more())
      return false
    }
  }

  function repeated({ element, min, max, greedy }: AST.Quantifier, next: Next, isBackward: boolean): Next {
    const within = groupsOf(element).map((group) => groups.indexOf(group))
    let count = 0
    let start = -1
    const body = compile(
      element,
      (at) => {
        const isEmpty = count > min && at === start
        return !isEmpty && loop(at)
      },
      isBackward,
    )

    function again(at: number): boolean {
      if (count >= max) return false
      const before = [count, start, [...captures]] as const
      count += 1
      start = at
      for (const number of within) captures[number] = [-1, -1]
      if (body(at)) return true
      ;[count, start] = before
      captures = [...before[2]]
      return false
    }

    function leave(at: number): boolean {
      const before = [count, start] as const
      if (next(at)) return true
      ;[count, start] = before
      return false
    }

    function loop(at: number): boolean {
      step()
      if (count < min) return again(at)
      return greedy ? again(at) || leave(at) : leave(at) || again(at)
    }

    return (at) => {
      const before = [count, start] as const
      count = 0
      start = -1
      if (loop(at)) return true
      ;[count, start] = before
      return false
    }
  }

  let end = -1
  const matchFrom = alternatives(
    pattern.alternatives,
    (at) => {
      end = at
      return true
    },
    false,
  )

  function findFrom(from: number): boolean {
    for (let start = from; start <= text.length; ) {
      step()
      captures = groups.map(() => [-1, -1])
      if (matchFrom(start)) {
        found.push([start, end])
        return true
      }
      if (sticky) return false
      start += lengthOf(codeAfter(start))
    }
    return false
  }

  return {
    pattern,
    atoms,
    get found() {
      return found
    },
    countSteps(given, most) {
      text = given
      steps = 0
      maxSteps = most
      found = []
      for (let from = 0; from <= text.length && findFrom(from); ) {
        const [start] = found.at(-1)!
        from = end === start ? end + lengthOf(codeAfter(end)) : end
      }
      return steps
    },
  }
}

/** Whether a part matches exactly one character, so that its repetitions need no stack. */
function isOneCharacter(node: AST.Element): node is CharacterNode {
  return (
    node.type === 'Character' ||
    node.type === 'CharacterSet' ||
    (node.type === 'CharacterClass' && !node.unicodeSets)
  )
}

/** The capturing groups within a part, in their order. */
function groupsOf(node: AST.Pattern | AST.Alternative | AST.Element): AST.CapturingGroup[] {
  const own = node.type === 'CapturingGroup' ? [node] : []
  return [...own, ...partsOf(node).flatMap(groupsOf)]
}

/** The parts directly within a part. */
export function partsOf(
  node: AST.Pattern | AST.Alternative | AST.Element,
): readonly (AST.Alternative | AST.Element)[] {
  if (node.type === 'Quantifier') return [node.element]
  if (node.type === 'Alternative') return node.elements
  return 'alternatives' in node ? node.alternatives : []
}
