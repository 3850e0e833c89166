import type { ApiKey } from '@pictoglyph/site/language/records'
import { type StoredProblem, storedProblem } from '@pictoglyph/site/language/stored-problem'
import type { Log } from '@pictoglyph/web/log'

/** A damaged table may have thousands of problems. */
const maxLines = 100

/**
 * Warns of stored values that can't be read: once for each value, and again if it changes.
 * @returns a function that logs the current problems
 */
export function createProblemLog(log: Log): (problems: readonly StoredProblem[]) => void {
  let known = new Set<string>()
  return (problems) => {
    const present = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
    const added = [...present].filter(([text]) => !known.has(text))
    for (const [, problem] of added.slice(0, maxLines)) {
      log.warn({ ...problem }, 'a stored value is not understood')
    }
    if (added.length > maxLines)
      log.warn({ more: added.length - maxLines }, 'more stored values are not understood')
    known = new Set(present.keys())
  }
}

/** Keys that are refused because their restrictions can't be read. */
export function keyProblems(keys: readonly ApiKey[]): StoredProblem[] {
  return keys
    .filter(({ isUnreadable, revokedAtMs }) => isUnreadable && revokedAtMs === null)
    .map(({ id, name }) =>
      storedProblem({
        kind: 'key',
        name: id,
        stored: `the key "${name}"`,
        inForce: 'it lets no one in',
        repair: `pictoglyph key revoke ${id}, and another key`,
      }),
    )
}
