import { Failure, toldOf } from '@pictoglyph/site/language/failure'
import { inGoodTime } from '@pictoglyph/web/health'
import type { PartCheck, PartName } from '../../options.ts'

/** The health of one part of the site. */
export interface PartHealth {
  name: PartName
  /** The problem, or `null`. */
  problem: Problem | null
  durationMs: number
}

/** Our own message in the visitor's language, or the system's in its language. */
interface Problem {
  words: string
  language: Language
}

type Language = Parameters<typeof toldOf>[1]

/** Runs all checks at once. */
export function checkParts(checks: readonly PartCheck[], language: Language): Promise<PartHealth[]> {
  return Promise.all(checks.map((each) => checkPart(each, language)))
}

async function checkPart({ name, check }: PartCheck, language: Language): Promise<PartHealth> {
  const startedMs = performance.now()
  const problem = await problemOf(check, language)
  return { name, problem, durationMs: Math.round(performance.now() - startedMs) }
}

async function problemOf(check: () => Promise<void>, language: Language): Promise<Problem | null> {
  try {
    await inGoodTime(check)
    return null
  } catch (error) {
    return reasonOf(error, language)
  }
}

/** From a failure and its causes: advice for an operator if there is any, otherwise the system's message. */
function reasonOf(error: unknown, language: Language): Problem {
  if (error instanceof Failure && error.code === 'CONFLICT') {
    return { words: toldOf(error.facts, language).message, language }
  }
  if (!(error instanceof Error)) return { words: String(error), language: 'en' }
  return error.cause === undefined
    ? { words: error.message, language: 'en' }
    : reasonOf(error.cause, language)
}
