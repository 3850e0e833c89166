import type { AuditDraft, AuditEntry } from '../../records.ts'
import type { Page } from './page.ts'

/** Selects entries of the audit log. */
export interface AuditQuery {
  actor?: string
  action?: string
  /** The id of what was changed, or the name of an existing user, category, album or key, in any case. */
  subject?: string
  fromMs?: number
  beforeMs?: number
  limit: number
  after?: string
}

/** The audit log. */
export interface AuditStore {
  add(entry: AuditDraft): Promise<void>
  /** Newest first. */
  list(query: AuditQuery): Promise<Page<AuditEntry>>
  /** The addresses from which sessions of a user were begun since a time, of the last `limit` sessions. */
  sessionAddresses(userId: string, fromMs: number, limit: number): Promise<string[]>
  /** Removes entries from before a time, the oldest first, at most `most`. @returns how many were removed */
  prune(beforeMs: number, most: number): Promise<number>
}
