/** @jsxImportSource hono/jsx */
import { maxNoteCharacters } from '@pictoglyph/site/access'
import type { AccessLines } from '@pictoglyph/site/access/read-access-lines'
import { type StoredPolicy, settingOf } from '@pictoglyph/site/policy'
import { type WhitelistRisk, whitelistRisk } from '@pictoglyph/site/policy/set-policy'
import { type SignedInContext, useConsole, useWords } from '../../context/console-context.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { CreateButton, CreatePanel, SectionHead } from '../../parts/create-panel.tsx'
import { ExpiryField } from '../../parts/expiry-field.tsx'
import { CheckField, Field, NewForm, Submit } from '../../parts/form.tsx'
import { RefusalOf } from '../../parts/refused-field.tsx'
import type { Messages } from '../../text/messages.ts'
import { limitedClients } from '../limited-clients.ts'
import { PolicyForm, storedPolicy } from '../settings/policy-settings.tsx'
import { SettingField } from '../settings/setting-fields.tsx'
import { showSettings } from '../settings/settings-page.tsx'
import { ListSelect } from './entry-fields.tsx'
import { networksPath } from './entry-page.tsx'
import { EntrySearch, EntryTable, entriesOf } from './entry-table.tsx'
import { PasteForm } from './paste-form.tsx'

/** The access lists and the rate limit of the text service. */
export function showAccess(context: SignedInContext): Promise<Response> {
  return showAccessWith(context, undefined)
}

/** The same page, with a report of invalid pasted lines. */
export async function showAccessWith(
  context: SignedInContext,
  pasted: AccessLines | undefined,
): Promise<Response> {
  const { site } = context.services
  const [blocked, allowed, stored, limited] = await Promise.all([
    entriesOf(context, 'block'),
    entriesOf(context, 'allow'),
    storedPolicy(context),
    limitedClients(context.services),
  ])
  const isOn = stored.policy['text.whitelistMode'] === 'on'
  const risk = isOn ? undefined : await whitelistRisk(site, context)
  const { access: text } = context.text
  const isSent = (to: string, field: string) => submittedTo(context, `${networksPath}/${to}`).has(field)
  const one = { label: text.addTitle, isOpen: isSent('add', 'network') }
  const many = { label: text.pasteTitle, isOpen: isSent('paste', 'lines') }
  return showSettings(context, 'networks', {
    lead: text.lead,
    status: pasted === undefined ? 200 : 400,
    body: (
      <>
        <div class="columns">
          <LimitForm stored={stored} limited={limited} />
          <WhitelistForm stored={stored} risk={risk} />
        </div>
        <SectionHead title={text.lists.both}>
          <CreateButton panel="add-many" {...many} isQuiet />
          <CreateButton panel="add-network" {...one} />
        </SectionHead>
        <CreatePanel id="add-network" {...one}>
          <AddForm />
        </CreatePanel>
        <CreatePanel id="add-many" {...many}>
          <PasteForm report={pasted} />
        </CreatePanel>
        <EntrySearch />
        <EntryTable list="block" entries={blocked} />
        <EntryTable list="allow" entries={allowed} />
      </>
    ),
  })
}

/** How many clients are rate-limited, in words. @param limited `null` if the limiter does not answer */
export const limitedWords = ({ access: text }: Messages, limited: number | null): string =>
  limited === null ? text.limitedUnknown : text.limitedNow(limited)

const LimitForm = ({ stored, limited }: { stored: StoredPolicy; limited: number | null }) => {
  const { text: messages } = useConsole()
  const { access: text, common } = messages
  return (
    <PolicyForm
      stored={stored}
      keys={['text.requestsPerMinute']}
      action={`${networksPath}/limit`}
      class="card stack"
    >
      <h2>{text.limitTitle}</h2>
      <SettingField name="text.requestsPerMinute" />
      <p id="limited-now" class="figure" data-refresh={`${networksPath}/limited`} data-refresh-seconds="3">
        {limitedWords(messages, limited)}
      </p>
      <Submit>{common.save}</Submit>
    </PolicyForm>
  )
}

const WhitelistForm = ({ stored, risk }: { stored: StoredPolicy; risk: WhitelistRisk | undefined }) => {
  const { address, text: messages } = useConsole()
  const { access: text } = messages
  const words = useWords()
  const isOn = stored.policy['text.whitelistMode'] === 'on'
  return (
    <PolicyForm
      stored={stored}
      keys={['text.whitelistMode']}
      action={`${networksPath}/whitelist`}
      class="card stack"
    >
      <h2>{words(settingOf('text.whitelistMode').label)}</h2>
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
        <button
          type="submit"
          class={isOn ? 'quiet' : ''}
          name="text.whitelistMode"
          value={isOn ? 'off' : 'on'}
        >
          {isOn ? text.turnOff : text.turnOn}
        </button>
      </div>
      <RefusalOf field="text.whitelistMode" />
    </PolicyForm>
  )
}

const AddForm = () => {
  const { access: text } = useConsole().text
  return (
    <NewForm
      action={`${networksPath}/add`}
      usual={{ list: 'block', network: '', note: '' }}
      class="card stack"
    >
      <h2>{text.addTitle}</h2>
      <div class="field-row">
        <ListSelect />
        <Field
          label={text.network}
          name="network"
          hint={text.networkHint}
          control={{ required: true, spellcheck: false, autocapitalize: 'none' }}
        />
        <Field label={text.note} name="note" control={{ maxlength: maxNoteCharacters }} />
        <ExpiryField label={text.ends} />
      </div>
      <Submit>{text.add}</Submit>
    </NewForm>
  )
}
