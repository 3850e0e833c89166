/** @jsxImportSource hono/jsx */
import { type AuditFacts, withoutActor } from '@pictoglyph/forms/audit-facts'
import type { AuditQuery } from '@pictoglyph/site/audit/audit-rows'
import { type ConsoleContext, useConsole } from '../../context/console-context.ts'
import { queryText } from '../../context/page-address.ts'
import { DayRangeFields, dayRangeOf } from '../../parts/day-range.tsx'

const entriesPerPage = 100

/** The query in the audit page's address; the user's name in any case. @throws {Failure} BAD_REQUEST */
export async function auditQueryOf(context: ConsoleContext): Promise<AuditQuery> {
  const { query, services } = context
  const asked: AuditQuery = { ...dayRangeOf(context), limit: entriesPerPage }
  for (const name of ['actor', 'action', 'subject', 'after'] as const) {
    const value = query.get(name)?.trim() ?? ''
    if (value !== '') asked[name] = value
  }
  if (asked.actor !== undefined) {
    const user = await services.site.database.users.byName(asked.actor)
    if (user !== undefined) asked.actor = user.name
  }
  return asked
}

/** Filters the log. Its fields are in the page's address. */
export const AuditFilter = () => {
  const { text, query } = useConsole()
  const { audit, gallery } = text
  const isFiltered = ['actor', 'action', 'subject', 'from', 'to'].some((name) => queryText(query, name))
  return (
    <search>
      <form class="filter" method="get" action="/audit" autocomplete="off">
        <label class="grow">
          <span class="field-label">{audit.who}</span>
          <input type="text" name="actor" value={query.get('actor') ?? ''} />
        </label>
        <ActionSelect chosen={query.get('action') ?? ''} />
        <label class="grow">
          <span class="field-label">{audit.subject}</span>
          <input
            type="text"
            name="subject"
            value={query.get('subject') ?? ''}
            placeholder={audit.subjectHint}
          />
        </label>
        <DayRangeFields asked={query} />
        <button type="submit" class="quiet">
          {gallery.apply}
        </button>
        {isFiltered ? (
          <a class="button plain" href="/audit">
            {gallery.clear}
          </a>
        ) : null}
      </form>
    </search>
  )
}

/** A general sentence of the log as a list item: `Created the category “…”`. */
const labelOf = (sentence: (facts: AuditFacts) => string): string =>
  withoutActor(sentence, { what: '…', from: '…', to: '…' }).replace(/[.。]$/, '')

/** Every action in words; a chosen action of another release by its name. */
const ActionSelect = ({ chosen }: { chosen: string }) => {
  const { audit } = useConsole().text
  const isOther = chosen !== '' && !Object.hasOwn(audit.sentences, chosen)
  return (
    <label>
      <span class="field-label">{audit.action}</span>
      <select name="action">
        <option value="">{audit.anyAction}</option>
        {isOther ? (
          <option value={chosen} selected>
            {chosen}
          </option>
        ) : null}
        {Object.entries(audit.sentences).map(([name, sentence]) => (
          <option value={name} selected={name === chosen}>
            {labelOf(sentence)}
          </option>
        ))}
      </select>
    </label>
  )
}
