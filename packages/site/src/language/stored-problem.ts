/** A stored value that this version does not understand, from another version or from damage. */
export interface StoredProblem {
  kind: 'policy' | 'setting of another version' | 'network' | 'character set' | 'preset' | 'key'
  /** Its key or id. */
  name: string
  /** The beginning of the stored text. */
  stored: string
  /** The value in force instead, which never allows more than the stored one may have. */
  inForce: string
  /** The command that fixes it. */
  repair: string
}

const maxShown = 200

/** Cuts the stored text of a problem to 200 characters. */
export function storedProblem(problem: StoredProblem): StoredProblem {
  const { stored } = problem
  return { ...problem, stored: stored.length > maxShown ? `${stored.slice(0, maxShown)}…` : stored }
}
