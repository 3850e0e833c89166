import type { AuditQuery } from '@pictoglyph/core'
import { day } from '../gallery/image-query.ts'

const dayMs = 24 * 60 * 60 * 1000
const entriesPerPage = 100

/** What the audit page's address asks for. Days are whole days in UTC. @throws {Failure} BAD_REQUEST */
export function auditQueryOf(query: URLSearchParams): AuditQuery {
  const asked: AuditQuery = { limit: entriesPerPage }
  for (const name of ['actor', 'action', 'subject', 'after'] as const) {
    const value = query.get(name)?.trim() ?? ''
    if (value !== '') asked[name] = value
  }
  const from = day(query, 'from')
  const to = day(query, 'to')
  if (from !== undefined) asked.fromMs = from
  if (to !== undefined) asked.beforeMs = to + dayMs
  return asked
}
