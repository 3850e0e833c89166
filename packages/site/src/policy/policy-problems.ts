import { type StoredProblem, storedProblem } from '../language/stored-problem.ts'
import { type StoredPolicy, writtenPolicyValue } from './policy.ts'

/** Stored settings that this version does not understand. */
export function policyProblems({ policy, unusable, unknown }: StoredPolicy): StoredProblem[] {
  const values = [...unusable].map(([key, stored]) =>
    storedProblem({
      kind: 'policy',
      name: key,
      stored,
      inForce: writtenPolicyValue(policy, key),
      repair: `pictoglyph policy set ${key} VALUE`,
    }),
  )
  const others = [...unknown].map(([key, stored]) =>
    storedProblem({
      kind: 'setting of another version',
      name: key,
      stored,
      inForce: 'it is kept and has no effect',
      repair: 'none is needed',
    }),
  )
  return [...values, ...others]
}
