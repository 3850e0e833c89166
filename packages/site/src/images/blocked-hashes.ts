import { auditDraft } from '../audit/audit-draft.ts'
import { badField } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { Actor } from '../language/records.ts'
import { readNote } from '../language/text-field.ts'
import type { SitePorts } from '../site-ports.ts'
import { maxReasonCharacters, readReason } from './take-down.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

/**
 * Blocks bytes for everyone. Existing images of them stay.
 * @param input.note for operators
 * @returns the hash in lower case
 * @throws {Failure} BAD_REQUEST for an unfit hash, reason or note
 */
export async function blockHash(
  site: Site,
  actor: Actor,
  input: { sha256: string; reason: string; note: string },
): Promise<string> {
  const sha256 = input.sha256.trim().toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(sha256)) {
    throw badField('sha256', message('A SHA-256 is 64 hexadecimal digits.'))
  }
  const reason = readReason(input.reason)
  const note = readNote(input.note, maxReasonCharacters)
  const blockedAtMs = site.clock()
  await site.database.hashes.block(
    { sha256, reason, note, blockedAtMs, blockedBy: actor.name },
    auditDraft(actor, blockedAtMs, { action: 'hash.block', subject: sha256, after: { reason, note } }),
  )
  return sha256
}

/** Unblocks a hash. @throws {Failure} NOT_FOUND */
export async function unblockHash(site: Site, actor: Actor, sha256: string): Promise<void> {
  const hash = sha256.trim().toLowerCase()
  const audit = auditDraft(actor, site.clock(), { action: 'hash.unblock', subject: hash })
  await site.database.hashes.unblock(hash, audit)
}
