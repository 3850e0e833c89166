/** @jsxImportSource hono/jsx */
import type { AuditQuery } from '@pictoglyph/core'
import { useConsole } from '../../context/console-context.ts'
import { DayRangeFields, dayRangeOf } from '../../parts/day-range.tsx'

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

/** Narrows the log. Its fields stand in the page's address. */
export const AuditFilter = () => {
  const { text, query } = useConsole()
  const { audit, gallery } = text
  const names = { actor: audit.who, action: audit.action, subject: audit.subject }
  return (
    <search>
      <form class="filter" method="get" action="/audit" autocomplete="off">
        {Object.entries(names).map(([name, label]) => (
          <label class="grow">
            <span class="field-label">{label}</span>
            <input
              type="text"
              name={name}
              value={query.get(name) ?? ''}
              {...(name === 'action' && { list: 'audit-actions' })}
            />
          </label>
        ))}
        <datalist id="audit-actions">
          {Object.entries(audit.actions).map(([name, words]) => (
            <option value={name}>{words}</option>
          ))}
        </datalist>
        <DayRangeFields asked={query} />
        <button type="submit" class="quiet">
          {gallery.apply}
        </button>
        <a class="button plain" href="/audit">
          {gallery.clear}
        </a>
      </form>
    </search>
  )
}
