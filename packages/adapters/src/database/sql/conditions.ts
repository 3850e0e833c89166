import type { SqlValue } from './engine.ts'

/** The conditions of a query, all of which must hold, with the values for their places in the same order. */
export interface Conditions {
  /** Adds one, with a value for each of its `?`. */
  where(condition: string, ...values: SqlValue[]): void
  /** `WHERE` and the conditions, or nothing where there is none. */
  clause(): string
  readonly parameters: readonly SqlValue[]
}

export function createConditions(): Conditions {
  const conditions: string[] = []
  const parameters: SqlValue[] = []
  return {
    where(condition, ...values) {
      conditions.push(condition)
      parameters.push(...values)
    },
    clause: () => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''),
    parameters,
  }
}
