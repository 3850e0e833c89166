import type { User } from '../language/records.ts'
import { type ColumnsOf, column, readRow, selected } from '../rows/columns.ts'
import type { SqlRow } from '../rows/engine.ts'

const columnsWith = (prefix: string): ColumnsOf<User> => ({
  id: column.text(`${prefix}id`),
  name: column.uniqueName(`${prefix}name`),
  role: column.oneOf(`${prefix}role`, ['member', 'admin']),
  passwordHash: column.text(`${prefix}password_hash`),
  hasGeneratedPassword: column.flag(`${prefix}password_generated`),
  hasCommandPassword: column.flag(`${prefix}password_by_command`),
  createdAtMs: column.integer(`${prefix}created_at_ms`),
  disabledAtMs: column.integerOrNull(`${prefix}disabled_at_ms`),
  quotaBytes: column.integerOrNull(`${prefix}quota_bytes`),
  displayName: column.text(`${prefix}display_name`),
})

/** The columns of a row of `users`. */
export const userColumns = columnsWith('')

const joinedColumns = columnsWith('user_')

/** The columns of a user, to SELECT, with names that don't clash with another table's. */
export const selectedUser = selected('users', userColumns, 'user_')

/** The user of a row with {@link selectedUser}. */
export const readUser = (row: SqlRow): User => readRow(joinedColumns, row)
