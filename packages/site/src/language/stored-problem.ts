/** Something stored that this version does not understand, as another version or damage has left it. */
export interface StoredProblem {
  kind: 'policy' | 'setting of another version' | 'network' | 'character set' | 'preset' | 'key'
  /** Its key or id. */
  name: string
  /** The beginning of the stored text. */
  stored: string
  /** What holds in its place, which never allows more than the stored value may have. */
  inForce: string
  /** The command that puts it right. */
  repair: string
}

const maxShown = 200

/** The problem, of whose stored text at most 200 characters are kept. */
export function storedProblem(problem: StoredProblem): StoredProblem {
  const { stored } = problem
  return { ...problem, stored: stored.length > maxShown ? `${stored.slice(0, maxShown)}…` : stored }
}
