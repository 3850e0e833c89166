import { inGoodTime } from '@pictoglyph/web/health'
import type { PartCheck, PartName } from '../../options.ts'

/** How one part of the site fares. */
export interface PartHealth {
  name: PartName
  /** What is wrong, in the system's words where it said something, or `null`. */
  problem: string | null
  durationMs: number
}

/** Runs the checks at once. */
export function checkParts(checks: readonly PartCheck[]): Promise<PartHealth[]> {
  return Promise.all(checks.map(checkPart))
}

async function checkPart({ name, check }: PartCheck): Promise<PartHealth> {
  const startedMs = performance.now()
  const problem = await problemOf(check)
  return { name, problem, durationMs: Math.round(performance.now() - startedMs) }
}

async function problemOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await inGoodTime(check)
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

/** Of a failure and its causes: what the system said is told last. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}
