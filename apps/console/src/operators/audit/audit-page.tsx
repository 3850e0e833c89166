/** @jsxImportSource hono/jsx */
import { type AuditAction, type AuditEntry, policyFrom } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { showPage } from '../../page/page.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Time } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Table } from '../../parts/table.tsx'
import { AuditFilter, auditQueryOf } from './audit-filter.tsx'

const maxShownUnits = 600

/** Every change: who, what, before and after, when, from where. */
export async function showAudit(context: SignedInContext): Promise<Response> {
  const { items, next } = await context.services.site.database.audit.list(await auditQueryOf(context))
  const policy = policyFrom(await context.services.site.database.settings.all())
  const { audit: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    actions: (
      <>
        <a class="button quiet" href={exportAddress(context, 'csv')} download>
          {text.exportCsv}
        </a>
        <a class="button quiet" href={exportAddress(context, 'jsonl')} download>
          {text.exportJsonl}
        </a>
      </>
    ),
    body: (
      <>
        <AuditFilter />
        <p class="muted">
          {text.keepFor} <code>{policy['audit.keepFor']}</code>
        </p>
        {items.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <Table label={text.title} columns={[text.when, text.who, text.what, text.before, text.after]}>
            {items.map((entry) => (
              <AuditRow entry={entry} />
            ))}
          </Table>
        )}
        <Pager next={next} />
      </>
    ),
  })
}

/** What was done in words; the name that the filter and the export know it by is read on hovering. */
const Action = ({ name }: { name: string }) => {
  const { actions } = useConsole().text.audit
  return isKnown(actions, name) ? <span title={name}>{actions[name]}</span> : <span>{name}</span>
}

/** Not so of an action that another release has written. */
function isKnown(actions: Readonly<Record<AuditAction, string>>, name: string): name is AuditAction {
  return Object.hasOwn(actions, name)
}

const AuditRow = ({ entry }: { entry: AuditEntry }) => {
  const { audit: text } = useConsole().text
  return (
    <tr>
      <td data-label={text.when}>
        <Time atMs={entry.atMs} />
      </td>
      <td class="written" data-label={text.who}>
        {entry.actor}
        <code class="block">{entry.address}</code>
      </td>
      <td class="written" data-label={text.what}>
        <Action name={entry.action} />
        <code class="block">{entry.subject}</code>
      </td>
      <ValueCell label={text.before} value={entry.before} />
      <ValueCell label={text.after} value={entry.after} />
    </tr>
  )
}

const ValueCell = ({ label, value }: { label: string; value: unknown }) => {
  if (value === null || value === undefined) return <td class="absent muted">–</td>
  const written = JSON.stringify(value)
  return (
    <td data-label={label}>
      <code class="json">
        {written.length > maxShownUnits ? `${written.slice(0, maxShownUnits)}…` : written}
      </code>
    </td>
  )
}

function exportAddress({ query }: SignedInContext, format: 'csv' | 'jsonl'): string {
  const changed = new URLSearchParams(query)
  changed.delete('after')
  changed.set('format', format)
  return `/audit/export?${changed}`
}
