/** @jsxImportSource hono/jsx */
import {
  type AccessLines,
  mostNoteCharacters,
  type Policy,
  policyFrom,
  type WhitelistRisk,
  whitelistRisk,
} from '@pictoglyph/core'
import { limitedCallers } from '../overview/limited-callers.ts'
import { CheckField, Field, Form } from '../parts/form.tsx'
import { showPage } from '../parts/page.tsx'
import type { MemberVisit } from '../visit/visit.ts'
import { useVisit } from '../visit/visit-context.ts'
import { writtenIn } from '../visit/written-in.ts'
import { ExpirySelect, ListSelect } from './entry-fields.tsx'
import { EntrySearch } from './entry-search.tsx'
import { EntryTable, entriesOf } from './entry-table.tsx'
import { PasteForm } from './paste-form.tsx'

/** Who may use the text service, and how often. */
export function showAccess(visit: MemberVisit): Promise<Response> {
  return showAccessWith(visit, undefined)
}

/** The same, with a report of what was wrong with pasted lines. */
export async function showAccessWith(visit: MemberVisit, pasted: AccessLines | undefined): Promise<Response> {
  const { site } = visit.services
  const [blocked, allowed, stored, limited] = await Promise.all([
    entriesOf(visit, 'block'),
    entriesOf(visit, 'allow'),
    site.database.settings.all(),
    limitedCallers(visit.services),
  ])
  const policy = policyFrom(stored)
  const isOn = policy['text.whitelistMode'] === 'on'
  const risk = isOn ? undefined : await whitelistRisk(site, visit.address)
  const { access: text } = visit.text
  return showPage(visit, {
    title: text.title,
    lead: text.lead,
    status: pasted === undefined ? 200 : 400,
    body: (
      <>
        <div class="columns">
          <LimitForm policy={policy} limited={limited} />
          <WhitelistForm isOn={isOn} risk={risk} />
        </div>
        <AddForm form={writtenIn(visit, '/access/add')} />
        <PasteForm form={writtenIn(visit, '/access/paste')} report={pasted} />
        <EntrySearch />
        <EntryTable list="block" entries={blocked} />
        <EntryTable list="allow" entries={allowed} />
      </>
    ),
  })
}

const LimitForm = ({ policy, limited }: { policy: Policy; limited: number | null }) => {
  const visit = useVisit()
  const { access: text, common } = visit.text
  return (
    <Form action="/access/limit" class="card stack">
      <h2>{text.limitTitle}</h2>
      <Field
        label={text.limit}
        name="text.requestsPerMinute"
        hint={text.limitHint}
        value={
          writtenIn(visit, '/access/limit').get('text.requestsPerMinute') ??
          String(policy['text.requestsPerMinute'])
        }
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

const WhitelistForm = ({ isOn, risk }: { isOn: boolean; risk: WhitelistRisk | undefined }) => {
  const { address, text: catalogue } = useVisit()
  const { access: text } = catalogue
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

const AddForm = ({ form }: { form: URLSearchParams }) => {
  const { access: text } = useVisit().text
  return (
    <Form action="/access/add" class="card stack">
      <h2>{text.addTitle}</h2>
      <div class="field-row">
        <ListSelect chosen={form.get('list')} />
        <Field
          label={text.network}
          name="network"
          hint={text.networkHint}
          value={form.get('network') ?? ''}
          control={{ required: true, spellcheck: false, autocapitalize: 'none' }}
        />
        <Field
          label={text.note}
          name="note"
          value={form.get('note') ?? ''}
          control={{ maxlength: mostNoteCharacters }}
        />
        <ExpirySelect chosen={form.get('hours')} />
      </div>
      <div>
        <button type="submit">{text.add}</button>
      </div>
    </Form>
  )
}
