/** @jsxImportSource hono/jsx */
import { type ApiKey, createKey, maxNameCharacters, maxUploadsOfKey } from '@pictoglyph/core'
import { QrCode } from '@pictoglyph/http/page/qr-code'
import type { SignedInContext } from '../context/console-context.ts'
import { useConsole } from '../context/console-context.ts'
import { flashSecret } from '../context/flash.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field, Form, SelectField } from '../parts/form.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { keyName } from '../parts/shown-name.ts'
import { Table } from '../parts/table.tsx'
import { expiryOf, numberOrNone } from './key-fields.ts'
import { KeyState } from './keys-page.tsx'

const expiryDays = ['1', '7', '30', '90', '365', '']
const usualDays = '30'
const usualUploads = '100'

/** The owner's links for guests, which are quiet keys, and a form for a new one. */
export async function showGuestLinks(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const [keys, categories] = await Promise.all([
    database.keys.list(context.user.id),
    database.categories.list(),
  ])
  const links = keys.filter(({ isQuiet }) => isQuiet)
  const { items, next } = sliceOf(links, context.query)
  const { guests: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    actions: (
      <a class="button quiet" href="/keys">
        {context.text.key.toKeys}
      </a>
    ),
    body: (
      <>
        {links.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <Table
            label={text.title}
            columns={[text.name, context.text.key.state, text.uploads, text.into, '']}
          >
            {items.map((key) => (
              <LinkRow
                apiKey={key}
                into={categories.find(({ id }) => id === key.defaultCategoryId)?.name ?? ''}
              />
            ))}
          </Table>
        )}
        <Pager next={next} path="/guests" />
        <NewLinkForm
          form={context.form}
          categories={categories
            .filter(({ enabled }) => enabled)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
      </>
    ),
  })
}

/** Makes a key for guests and leads to its page, which shows the link this once. */
export async function createGuestLink(context: SignedInContext): Promise<Response> {
  const { form, user } = context
  const { site } = context.services
  const categoryId = form.get('categoryId') ?? ''
  const { key, secret } = await createKey(site, context.actor, {
    userId: user.id,
    name: form.get('name') ?? '',
    permissions: ['images:upload'],
    ...expiryOf(form, site.clock()),
    defaultCategoryId: categoryId,
    clientKind: 'standard',
    maxUploads: numberOrNone(form.get('maxUploads') ?? ''),
    isQuiet: true,
    binding: { categoryIds: [categoryId] },
  })
  return flashSecret(context, `/keys/${key.id}`, secret)
}

const LinkRow = ({ apiKey, into }: { apiKey: ApiKey; into: string }) => {
  const { text: messages } = useConsole()
  const { guests: text } = messages
  const name = keyName(messages, apiKey)
  return (
    <tr>
      <th scope="row">
        <a href={`/keys/${apiKey.id}`}>{name}</a>
      </th>
      <td data-label={messages.key.state}>
        <KeyState apiKey={apiKey} />
      </td>
      <td data-label={text.uploads}>
        <a href={imagesOfKeyAddress(apiKey)}>{text.seeWhatCame}</a>
        <UploadsMade apiKey={apiKey} />
      </td>
      <td class="written" data-label={text.into}>
        {into}
      </td>
      <td class="end">
        {apiKey.revokedAtMs === null ? (
          <Form action={`/keys/${apiKey.id}/revoke`}>
            <input type="hidden" name="return" value="/guests" />
            <Confirm label={text.end} of={name} question={text.endQuestion} confirm={text.endThis} />
          </Form>
        ) : null}
      </td>
    </tr>
  )
}

/** The address of the images that a key sent. */
export const imagesOfKeyAddress = ({ id }: Pick<ApiKey, 'id'>): string => `/images?key=${id}`

/** How many of its uploads a key has made; nothing for one without a bound. */
export const UploadsMade = ({ apiKey: { maxUploads, uploads } }: { apiKey: ApiKey }) => {
  const { guests: text } = useConsole().text
  if (maxUploads === null) return null
  return (
    <span class="muted block">
      <Count of={uploads} /> {text.of} <Count of={maxUploads} />
    </span>
  )
}

/** The link that a new key makes, to be copied and to be shown to phones. */
export const NewGuestLink = ({ address }: { address: string }) => {
  const { guests: text } = useConsole().text
  return (
    <section class="card stack highlight">
      <h2>{text.linkShownOnce}</h2>
      <p>{text.linkShownOnceHint}</p>
      <CopyField label={text.link} value={address} />
      <QrCode address={address} label={text.qrCode} />
    </section>
  )
}

const NewLinkForm = (props: {
  form: URLSearchParams
  categories: readonly { value: string; label: string }[]
}) => {
  const { form, categories } = props
  const { key, guests: text } = useConsole().text
  return (
    <Form action="/guests" class="card stack">
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
          label={text.into}
          name="categoryId"
          value={form.get('categoryId') ?? ''}
          choices={categories}
        />
      </div>
      <div class="field-row">
        <Field
          label={text.maxUploads}
          name="maxUploads"
          value={form.get('maxUploads') ?? usualUploads}
          hint={text.maxUploadsHint}
          control={{ type: 'number', min: 1, max: maxUploadsOfKey, class: 'short' }}
        />
        <SelectField
          label={key.expiry}
          name="expires"
          value={form.get('expires') ?? usualDays}
          choices={expiryDays.map((days) => ({ value: days, label: key.expiryDays(days) }))}
        />
      </div>
      <p class="muted">{text.countsToQuota}</p>
      <div>
        <button type="submit">{text.create}</button>
      </div>
    </Form>
  )
}
