import type { SqlValue } from './engine.ts'

/** The SET part of an UPDATE: `text` names the columns that change, `parameters` their values. */
export interface Assignments {
  text: string
  parameters: SqlValue[]
}

/** The columns with a defined value; undefined if there is none. */
export function assignmentsOf(columns: Record<string, SqlValue | undefined>): Assignments | undefined {
  const text: string[] = []
  const parameters: SqlValue[] = []
  for (const [column, value] of Object.entries(columns)) {
    if (value === undefined) continue
    text.push(`${column} = ?`)
    parameters.push(value)
  }
  return text.length > 0 ? { text: text.join(', '), parameters } : undefined
}

/** The conditions of a query, all of which must hold, with their values in the same order. */
export interface Conditions {
  /** Adds one, with a value for each of its `?`. */
  where(condition: string, ...values: SqlValue[]): void
  /** `WHERE` and the conditions, or nothing if there are none. */
  clause(): string
  readonly all: readonly string[]
  readonly parameters: readonly SqlValue[]
}

/** Starts without a condition. */
export function createConditions(): Conditions {
  const conditions: string[] = []
  const parameters: SqlValue[] = []
  return {
    where(condition, ...values) {
      conditions.push(condition)
      parameters.push(...values)
    },
    clause: () => (conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''),
    all: conditions,
    parameters,
  }
}
