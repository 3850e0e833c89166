/** @jsxImportSource hono/jsx */

import type { Category } from '@pictoglyph/site/categories'
import { permissions } from '@pictoglyph/site/keys'
import type { Album, ApiKey } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { policyFrom } from '@pictoglyph/site/policy'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { showPage } from '../page/page.tsx'
import { CreateButton, CreatePanel } from '../parts/create-panel.tsx'
import { Empty } from '../parts/empty.tsx'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { CheckField, CheckFields, Field, NewForm, SelectField, Submit } from '../parts/form.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Day, Time, TimeOr } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { keyName } from '../parts/shown-name.ts'
import { Cell, RowLink, Table } from '../parts/table.tsx'
import { RestrictionFields } from './key-restriction-fields.tsx'
import {
  isRestricted,
  KeyRestrictionsInLine,
  type NamesOfRestrictions,
  namesOfRestrictions,
} from './key-restrictions.tsx'
import { KeyTabs } from './key-tabs.tsx'

/** The owner's API keys, and a form for a new one. */
export async function showKeys(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const [keys, names, settings] = await Promise.all([
    database.keys.list(context.user.id),
    namesOfRestrictions(context),
    database.settings.all(),
  ])
  const policy = policyFrom(settings)
  const own = keys.filter(({ isGuestLink }) => !isGuestLink)
  const { items, next } = sliceOf(own, context.query)
  const { key: text } = context.text
  const form = submittedTo(context, '/keys')
  const panel = { label: text.create, isOpen: own.length === 0 || form.size > 0 }
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    tabs: <KeyTabs />,
    actions: <CreateButton panel="create" {...panel} />,
    body: (
      <>
        <CreatePanel id="create" {...panel}>
          <NewKeyForm
            form={form}
            categories={names.categories.filter(({ enabled }) => enabled)}
            albums={names.albums}
            defaultDays={policy['keys.defaultExpiryDays']}
          />
        </CreatePanel>
        {own.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <Table
            label={text.title}
            columns={[
              { label: text.name },
              { label: text.state },
              { label: text.lastUsed, isWide: true },
              { label: text.defaultCategory, isWide: true },
            ]}
          >
            {items.map((key) => (
              <KeyRow apiKey={key} names={names} />
            ))}
          </Table>
        )}
        <Pager next={next} path="/keys" />
      </>
    ),
  })
}

const KeyRow = ({ apiKey, names }: { apiKey: ApiKey; names: NamesOfRestrictions }) => {
  const { text: messages } = useConsole()
  const { key: text } = messages
  const category = names.categories.find(({ id }) => id === apiKey.defaultCategoryId)
  return (
    <tr>
      <RowLink
        href={`/keys/${apiKey.id}`}
        badges={
          <>
            {apiKey.permissions.length === 0 ? <span class="badge">{text.noPermission}</span> : null}
            {apiKey.newNetwork === null ? null : <span class="badge warn">{text.newNetwork}</span>}
          </>
        }
        beneath={isRestricted(apiKey) ? <KeyRestrictionsInLine apiKey={apiKey} names={names} /> : undefined}
      >
        {keyName(messages, apiKey)}
      </RowLink>
      <Cell>
        <KeyState apiKey={apiKey} />
      </Cell>
      <Cell isWide>
        <TimeOr atMs={apiKey.lastUsedAtMs} otherwise={text.never} />
      </Cell>
      <Cell isWide>{category?.name ?? <span class="muted">{text.noDefault}</span>}</Cell>
    </tr>
  )
}

/** When and from where a key was last used, and whether the network was new to it. */
export const LastUse = ({ apiKey }: { apiKey: ApiKey }) => {
  const { key: text } = useConsole().text
  const { lastUsedAddress, newNetwork } = apiKey
  return (
    <>
      <TimeOr atMs={apiKey.lastUsedAtMs} otherwise={text.never} />
      {lastUsedAddress === null ? null : (
        <span class="muted block">
          {text.from} <code>{lastUsedAddress}</code>
        </span>
      )}
      {newNetwork === null ? null : (
        <span class="block">
          <span class="badge warn">{text.newNetwork}</span> <code>{newNetwork.address}</code>{' '}
          <Time atMs={newNetwork.atMs} />
        </span>
      )}
    </>
  )
}

export const KeyState = ({ apiKey }: { apiKey: ApiKey }) => {
  const { text, services } = useConsole()
  const { revokedAtMs, maxUploads, uploads } = apiKey
  if (revokedAtMs !== null) return <span class="badge bad">{text.key.revoked}</span>
  if (apiKey.isUnreadable) return <span class="badge bad">{text.key.unreadable}</span>
  if (maxUploads !== null && uploads >= maxUploads) return <span class="badge bad">{text.key.usedUp}</span>
  if (apiKey.expiresAtMs === null) return <span class="badge good">{text.key.active}</span>
  const isExpired = services.site.clock() >= apiKey.expiresAtMs
  return (
    <>
      <span class={isExpired ? 'badge bad' : 'badge good'}>
        {isExpired ? text.key.expired : text.key.active}
      </span>
      <span class="muted">
        {text.key.until} <Day atMs={apiKey.expiresAtMs} />
      </span>
    </>
  )
}

const NewKeyForm = (props: {
  form: URLSearchParams
  categories: readonly Category[]
  albums: readonly Album[]
  /** Default days until a key expires, by policy, or 0. */
  defaultDays: number
}) => {
  const { form, categories, albums, defaultDays } = props
  const { key: text } = useConsole().text
  const isNew = !form.has('name')
  return (
    <NewForm action="/keys" usual={{ name: '', defaultCategoryId: '' }} class="card stack">
      <h2>{text.newTitle}</h2>
      <div class="field-row">
        <Field
          label={text.name}
          name="name"
          hint={text.nameHint}
          control={{ required: true, maxlength: maxNameCharacters.key }}
        />
        <ExpiryField label={text.expiry} usual={defaultDays === 0 ? 'forever' : `${defaultDays}d`} />
        <SelectField
          label={text.defaultCategory}
          name="defaultCategoryId"
          hint={text.defaultCategoryHint}
          choices={[
            { value: '', label: text.noDefault },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      <CheckFields
        label={text.permissions}
        name="permission"
        boxes={permissions.map((permission) => ({
          label: text.permission[permission],
          hint: <code>{permission}</code>,
          value: permission,
          checked: isNew || form.getAll('permission').includes(permission),
        }))}
      />
      <CheckField
        label={text.lsky}
        hint={text.lskyHint}
        name="clientKind"
        value="lsky"
        checked={form.get('clientKind') === 'lsky'}
      />
      <RestrictionFields form={form} categories={categories} albums={albums} />
      <Submit>{text.create}</Submit>
    </NewForm>
  )
}
