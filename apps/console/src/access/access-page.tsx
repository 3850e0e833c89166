/** @jsxImportSource hono/jsx */
import {
  type AccessEntry,
  type AccessLines,
  type AccessList,
  type Policy,
  policyFrom,
  whitelistRisk,
} from '@pictoglyph/core'
import { limitedCallers } from '../overview/limited-callers.ts'
import { Confirm } from '../parts/confirm.tsx'
import { CheckField, Field, Form } from '../parts/form.tsx'
import { showPage } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { TimeOr } from '../parts/time.tsx'
import type { MemberVisit } from '../visit/visit.ts'
import { useVisit } from '../visit/visit-context.ts'
import { ExpirySelect, ListSelect } from './entry-fields.tsx'
import { PasteForm } from './paste-form.tsx'

/** Who may use the text service, and how often. */
export function showAccess(visit: MemberVisit): Promise<Response> {
  return showAccessWith(visit, undefined)
}

/** The same, with a report of what was wrong with pasted lines. */
export async function showAccessWith(visit: MemberVisit, pasted: AccessLines | undefined): Promise<Response> {
  const { site } = visit.services
  const [entries, stored, limited] = await Promise.all([
    site.database.access.list(),
    site.database.settings.all(),
    limitedCallers(visit.services),
  ])
  const policy = policyFrom(stored)
  const { access: text } = visit.text
  return showPage(visit, {
    title: text.title,
    lead: text.lead,
    status: pasted === undefined ? 200 : 400,
    body: (
      <>
        <div class="columns">
          <LimitForm policy={policy} limited={limited} />
          <WhitelistForm visit={visit} policy={policy} entries={entries} />
        </div>
        <AddForm form={visit.form} />
        <PasteForm form={visit.form} report={pasted} />
        <EntryTable list="block" entries={entries} />
        <EntryTable list="allow" entries={entries} />
      </>
    ),
  })
}

const LimitForm = ({ policy, limited }: { policy: Policy; limited: number | null }) => {
  const { access: text, common } = useVisit().text
  return (
    <Form action="/access/limit" class="card stack">
      <h2>{text.limitTitle}</h2>
      <Field
        label={text.limit}
        name="limit"
        hint={text.limitHint}
        value={String(policy['text.requestsPerMinute'])}
        control={{ type: 'number', min: '0', step: '1', required: true }}
      />
      <p id="limited-now" class="figure" data-refresh="/access/limited" data-refresh-seconds="3">
        {limited === null ? text.limitedUnknown : text.limitedNow(limited)}
      </p>
      <div>
        <button type="submit">{common.save}</button>
      </div>
    </Form>
  )
}

const WhitelistForm = (props: { visit: MemberVisit; policy: Policy; entries: readonly AccessEntry[] }) => {
  const { access: text } = props.visit.text
  const { address, services } = props.visit
  const isOn = props.policy['text.whitelistMode'] === 'on'
  const risk = isOn ? undefined : whitelistRisk(props.entries, address, services.site.clock())
  return (
    <Form action="/access/whitelist" class="card stack">
      <h2>{text.whitelistTitle}</h2>
      <p>
        <span class={isOn ? 'badge good' : 'badge'}>{isOn ? text.modeOn : text.modeOff}</span>{' '}
        {isOn ? text.whitelistIsOn : text.whitelistIsOff}
      </p>
      <p class="muted">
        {text.ownAddress} <code>{address?.text ?? '?'}</code>
      </p>
      {risk === undefined ? null : (
        <div class="message warn">
          <p>{text.risk[risk]}</p>
          <CheckField label={text.confirmRisk} name="confirmed" />
        </div>
      )}
      <div>
        <button type="submit" class={isOn ? 'quiet' : ''} name="mode" value={isOn ? 'off' : 'on'}>
          {isOn ? text.turnOff : text.turnOn}
        </button>
      </div>
    </Form>
  )
}

const EntryTable = ({ list, entries }: { list: AccessList; entries: readonly AccessEntry[] }) => {
  const { access: text, common } = useVisit().text
  const listed = entries.filter((entry) => entry.list === list)
  return (
    <section class="stack">
      <h2>{text.lists[list]}</h2>
      {listed.length === 0 ? (
        <p class="muted">{text.emptyList[list]}</p>
      ) : (
        <Table label={text.lists[list]} columns={[text.network, text.note, text.ends, '']}>
          {listed.map((entry) => (
            <tr>
              <th scope="row">
                <code>{entry.network}</code>
              </th>
              <td>{entry.note}</td>
              <td>
                <TimeOr atMs={entry.expiresAtMs} otherwise={text.never} />
              </td>
              <td class="end">
                <Form action="/access/remove">
                  <input type="hidden" name="list" value={list} />
                  <input type="hidden" name="network" value={entry.network} />
                  <Confirm
                    label={common.remove}
                    question={text.removeQuestion(entry.network)}
                    confirm={common.remove}
                  />
                </Form>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

const AddForm = ({ form }: { form: URLSearchParams }) => {
  const { access: text } = useVisit().text
  const isThis = form.has('network')
  return (
    <Form action="/access/add" class="card stack">
      <h2>{text.addTitle}</h2>
      <div class="field-row">
        <ListSelect chosen={form.get('list')} />
        <Field
          label={text.network}
          name="network"
          hint={text.networkHint}
          value={isThis ? (form.get('network') ?? '') : ''}
          control={{ required: true, spellcheck: false, autocapitalize: 'none' }}
        />
        <Field label={text.note} name="note" value={form.get('note') ?? ''} control={{ maxlength: 200 }} />
        <ExpirySelect chosen={form.get('hours')} />
      </div>
      <div>
        <button type="submit">{text.add}</button>
      </div>
    </Form>
  )
}
