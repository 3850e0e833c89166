import type { AuditQuery } from '@pictoglyph/core'
import { dayRangeOf } from '../days/day-range.ts'

const entriesPerPage = 100

/** What the audit page's address asks for. @throws {Failure} BAD_REQUEST */
export function auditQueryOf(query: URLSearchParams): AuditQuery {
  const asked: AuditQuery = { ...dayRangeOf(query), limit: entriesPerPage }
  for (const name of ['actor', 'action', 'subject', 'after'] as const) {
    const value = query.get(name)?.trim() ?? ''
    if (value !== '') asked[name] = value
  }
  return asked
}
