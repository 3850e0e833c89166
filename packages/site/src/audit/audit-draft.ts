import type { Actor, AuditDraft } from '../language/records.ts'
import type { AuditAction } from './audit-action.ts'

/** The actor for the command line on the machine itself. */
export const commandActor: Actor = { name: 'command', userId: null, address: 'local' }

/** The action, the id of the changed thing, and JSON values before and after, which never hold secrets. */
export interface AuditChange {
  action: AuditAction
  subject: string
  before?: unknown
  after?: unknown
}

/** An audit entry for a change that an actor makes now. */
export function auditDraft(actor: Actor, atMs: number, change: AuditChange): AuditDraft {
  return {
    atMs,
    actor: actor.name,
    actorUserId: actor.userId,
    address: actor.address,
    action: change.action,
    subject: change.subject,
    before: change.before ?? null,
    after: change.after ?? null,
  }
}
