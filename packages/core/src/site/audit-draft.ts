import type { Actor, AuditDraft } from '../records.ts'

/** The command line on the machine itself. */
export const commandActor: Actor = { name: 'command', userId: null, address: 'local' }

/** An audit entry for a change that an actor makes now. */
export function auditDraft(
  actor: Actor,
  atMs: number,
  change: { action: string; subject: string; before?: unknown; after?: unknown },
): AuditDraft {
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
