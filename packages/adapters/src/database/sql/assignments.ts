import type { SqlValue } from './engine.ts'

/** The SET part of an UPDATE: `text` names the columns that change, `parameters` their values. */
export interface Assignments {
  text: string
  parameters: SqlValue[]
}

/** Takes the columns whose value is not undefined; undefined altogether if none is. */
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
