/** @jsxImportSource hono/jsx */
import type { AuditFacts } from '@pictoglyph/forms/audit-facts'
import type { AuditAction } from '@pictoglyph/site/audit/audit-action'
import type { AuditEntry } from '@pictoglyph/site/language/records'
import { policyFrom } from '@pictoglyph/site/policy'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { showPage } from '../../page/page.tsx'
import { Empty } from '../../parts/empty.tsx'
import { HiddenName } from '../../parts/hidden-name.tsx'
import { Time } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Cell, Table } from '../../parts/table.tsx'
import { factsOf } from './audit-facts.ts'
import { AuditFilter, auditQueryOf } from './audit-filter.tsx'

/** Longer values are cut; the export has all of them. */
const maxShownUnits = 2_000

/** Every change: by whom, what, before and after, when, from where. */
export async function showAudit(context: SignedInContext): Promise<Response> {
  const { items, next } = await context.services.site.database.audit.list(await auditQueryOf(context))
  const facts = await factsOf(context.services.site.database, items)
  const policy = policyFrom(await context.services.site.database.settings.all())
  const { audit: text } = context.text
  const keptFor = policy['audit.keepFor']
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
          {text.kept} {keptFor === 'forever' ? text.keptAlways : <code>{keptFor}</code>}
        </p>
        {items.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <Table
            label={text.title}
            columns={[{ label: text.when }, { label: text.what }, { label: text.address, isWide: true }]}
          >
            {items.map((entry, index) => (
              <AuditRow entry={entry} facts={facts[index] as AuditFacts} />
            ))}
          </Table>
        )}
        <Pager next={next} />
      </>
    ),
  })
}

/** An action as a sentence; hovering shows its name in the filter and the export. */
const Sentence = ({ entry, facts }: { entry: AuditEntry; facts: AuditFacts }) => {
  const { audit } = useConsole().text
  const { action, actor } = entry
  return (
    <span title={action}>
      <strong dir="auto">{actor}</strong>{' '}
      {isKnown(audit.sentences, action) ? audit.sentences[action](facts) : action}
    </span>
  )
}

/** False for an action of another release. */
function isKnown(sentences: Readonly<Record<AuditAction, unknown>>, name: string): name is AuditAction {
  return Object.hasOwn(sentences, name)
}

const AuditRow = ({ entry, facts }: { entry: AuditEntry; facts: AuditFacts }) => {
  const { audit: text } = useConsole().text
  return (
    <tr>
      <Cell>
        <Time atMs={entry.atMs} />
      </Cell>
      <Cell>
        <Sentence entry={entry} facts={facts} />
        <details class="audit-details">
          <summary>
            {text.details}
            <HiddenName name={`${entry.id}`} />
          </summary>
          <p>
            <code>{entry.address}</code>
          </p>
          <p>
            <a href={`/audit?subject=${encodeURIComponent(entry.subject)}`}>
              <code>{entry.subject}</code>
            </a>
          </p>
          <Value label={text.before} value={entry.before} />
          <Value label={text.after} value={entry.after} />
        </details>
      </Cell>
      <Cell isWide>
        <code>{entry.address}</code>
      </Cell>
    </tr>
  )
}

const Value = ({ label, value }: { label: string; value: unknown }) => {
  if (value === null || value === undefined) return null
  const written = JSON.stringify(value, undefined, 2)
  return (
    <>
      <p class="muted small-text">{label}</p>
      <pre class="json" tabindex={0}>
        {written.length > maxShownUnits ? `${written.slice(0, maxShownUnits)}…` : written}
      </pre>
    </>
  )
}

function exportAddress({ query }: SignedInContext, format: 'csv' | 'jsonl'): string {
  const changed = new URLSearchParams(query)
  changed.delete('after')
  changed.set('format', format)
  return `/audit/export?${changed}`
}
