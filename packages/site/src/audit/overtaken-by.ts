import { Failure } from '../language/failure.ts'
import { overtakenReason } from '../language/shown-values.ts'
import type { AuditAction } from './audit-action.ts'
import type { AuditStore } from './audit-rows.ts'

/** The audit entries of changes of a field. */
interface FieldChanges {
  action: AuditAction | undefined
  subject: string
  /** The present value. Give it for a field that can change without an audit entry. */
  present?: unknown
}

/**
 * The refusal of a form if others changed some of its fields meanwhile. It names their authors if the audit log has
 * them. Fields sent together are saved together, so all of it is refused.
 */
export async function overtakenBy<Name extends string>(
  audit: Pick<AuditStore, 'list'>,
  fields: readonly Name[],
  changesOf: (field: Name) => FieldChanges,
): Promise<Failure> {
  const found = fields.map(async (field) => ({ field, by: await lastAuthor(audit, changesOf(field)) }))
  const overtaken = await Promise.all(found)
  return new Failure({ code: 'CONFLICT', reason: overtakenReason(overtaken), overtaken })
}

async function lastAuthor(
  audit: Pick<AuditStore, 'list'>,
  { action, subject, present }: FieldChanges,
): Promise<string | null> {
  if (action === undefined) return null
  const { items } = await audit.list({ action, subject, limit: 1 })
  const [last] = items
  const isPresent = present === undefined || JSON.stringify(last?.after) === JSON.stringify(present)
  return last !== undefined && isPresent ? last.actor : null
}
