import { type Listed, refuseNul, type SqlDialect, type SqlValue } from './engine.ts'

/** The SET part of an UPDATE: `text` names the changed columns, `parameters` has their values. */
interface Assignments {
  text: string
  parameters: SqlValue[]
}

/** The columns with a defined value; undefined if there are none. */
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

/**
 * An INSERT of one row, by column names, with its values: `sql.run(...insertion('users', { id, name }))`.
 * @param rest SQL that follows, such as ON CONFLICT
 */
export function insertion(
  table: string,
  row: Readonly<Record<string, SqlValue>>,
  rest = '',
): [text: string, ...values: SqlValue[]] {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  return [`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${rest}`, ...Object.values(row)]
}

/** The conditions of a query, joined by AND, with their values in the same order. */
export interface Conditions {
  /** Adds a condition, with a value for each of its `?`. */
  where(condition: string, ...values: SqlValue[]): void
  /** `WHERE` and the conditions; '' without any. */
  clause(): string
  readonly all: readonly string[]
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
    all: conditions,
    parameters,
  }
}

/** The condition that a column has one of these values. @throws {Failure} BAD_REQUEST for a NUL character */
export function isOneOf(dialect: Pick<SqlDialect, 'given'>, values: Iterable<string>): Listed {
  const parameter = givenRows(Array.from(values, (value) => [value]))
  return { text: `IN (SELECT given.value ->> 0 FROM ${dialect.given})`, parameter }
}

/**
 * The parameter of `SqlDialect.given` for rows with several values: `given.value ->> 0` is the text of the first.
 * @throws {Failure} BAD_REQUEST for a NUL character
 */
export function givenRows(rows: readonly (readonly (string | number)[])[]): string {
  for (const row of rows) refuseNul(row)
  return JSON.stringify(rows)
}
