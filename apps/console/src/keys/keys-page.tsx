/** @jsxImportSource hono/jsx */
import {
  type Album,
  type ApiKey,
  type Category,
  maxNameCharacters,
  permissions,
  policyFrom,
} from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { CheckField, CheckFields, Field, Form, SelectField } from '../parts/form.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Time, TimeOr } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { keyName } from '../parts/shown-name.ts'
import { Table } from '../parts/table.tsx'
import { RestrictionFields } from './key-restriction-fields.tsx'
import { KeyRestrictions, type NamesOfRestrictions, namesOfRestrictions } from './key-restrictions.tsx'

const expiryDays = ['', '7', '30', '90', '365']

/** The owner's API keys, and a form for a new one. */
export async function showKeys(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const [keys, names, settings] = await Promise.all([
    database.keys.list(context.user.id),
    namesOfRestrictions(context),
    database.settings.all(),
  ])
  const policy = policyFrom(settings)
  const { items, next } = sliceOf(keys, context.query)
  const { key: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    actions: (
      <a class="button quiet" href="/guests">
        {context.text.guests.title}
      </a>
    ),
    body: (
      <>
        {keys.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <Table
            label={text.title}
            columns={[text.name, text.state, text.lastUsed, text.defaultCategory, '']}
          >
            {items.map((key) => (
              <KeyRow apiKey={key} names={names} />
            ))}
          </Table>
        )}
        <Pager next={next} path="/keys" />
        <NewKeyForm
          form={context.form}
          categories={names.categories.filter(({ enabled }) => enabled)}
          albums={names.albums}
          defaultDays={policy['keys.defaultExpiryDays']}
        />
      </>
    ),
  })
}

const KeyRow = ({ apiKey, names }: { apiKey: ApiKey; names: NamesOfRestrictions }) => {
  const { text: messages } = useConsole()
  const { key: text } = messages
  const name = keyName(messages, apiKey)
  const category = names.categories.find(({ id }) => id === apiKey.defaultCategoryId)
  return (
    <tr>
      <th scope="row">
        <a href={`/keys/${apiKey.id}`}>{name}</a>
        {apiKey.isQuiet ? <span class="muted block">{messages.guests.forGuests}</span> : null}
        {apiKey.permissions.length === 0 ? <span class="muted block">{text.noPermission}</span> : null}
        <KeyRestrictions apiKey={apiKey} names={names} />
      </th>
      <td data-label={text.state}>
        <KeyState apiKey={apiKey} />
      </td>
      <td data-label={text.lastUsed}>
        <LastUse apiKey={apiKey} />
      </td>
      <td class="written" data-label={text.defaultCategory}>
        {category?.name ?? <span class="muted">{text.noDefault}</span>}
      </td>
      <td class="end">
        {apiKey.revokedAtMs === null ? (
          <Form action={`/keys/${apiKey.id}/revoke`}>
            <Confirm label={text.revoke} of={name} question={text.revokeQuestion} confirm={text.revokeThis} />
          </Form>
        ) : null}
      </td>
    </tr>
  )
}

/** When a key was last used and from where, and whether it was from a network that is new to it. */
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
  if (maxUploads !== null && uploads >= maxUploads) return <span class="badge bad">{text.key.usedUp}</span>
  if (apiKey.expiresAtMs === null) return <span class="badge good">{text.key.active}</span>
  const isExpired = services.site.clock() >= apiKey.expiresAtMs
  return (
    <>
      <span class={isExpired ? 'badge bad' : 'badge good'}>
        {isExpired ? text.key.expired : text.key.active}
      </span>
      <span class="muted block">
        {text.key.until} <Time atMs={apiKey.expiresAtMs} />
      </span>
    </>
  )
}

const NewKeyForm = (props: {
  form: URLSearchParams
  categories: readonly Category[]
  albums: readonly Album[]
  /** Days that keys last by policy, or 0. */
  defaultDays: number
}) => {
  const { form, categories, albums, defaultDays } = props
  const usual = defaultDays === 0 ? '' : String(defaultDays)
  const offered = expiryDays.includes(usual) ? expiryDays : [usual, ...expiryDays]

  const { key: text } = useConsole().text
  const isNew = !form.has('name')
  return (
    <Form action="/keys" class="card stack">
      <h2>{text.newTitle}</h2>
      <div class="field-row">
        <Field
          label={text.name}
          name="name"
          value={form.get('name') ?? ''}
          hint={text.nameHint}
          control={{ required: true, maxlength: maxNameCharacters.key }}
        />
        <SelectField
          label={text.expiry}
          name="expires"
          value={form.get('expires') ?? usual}
          choices={[
            ...offered.map((days) => ({ value: days, label: text.expiryDays(days) })),
            { value: 'day', label: text.expiryOnDay },
          ]}
        />
        <Field
          label={text.lastDay}
          name="lastDay"
          value={form.get('lastDay') ?? ''}
          hint={text.lastDayHint}
          control={{ type: 'date' }}
        />
        <SelectField
          label={text.defaultCategory}
          name="defaultCategoryId"
          value={form.get('defaultCategoryId') ?? ''}
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
      <div>
        <button type="submit">{text.create}</button>
      </div>
    </Form>
  )
}
