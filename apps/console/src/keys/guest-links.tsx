/** @jsxImportSource hono/jsx */
import { createKey } from '@pictoglyph/site/keys'
import type { ApiKey } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { QrCode } from '@pictoglyph/web/page/qr-code'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { flashSecret } from '../context/flash.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { showPage } from '../page/page.tsx'
import { CreateButton, CreatePanel } from '../parts/create-panel.tsx'
import { Empty } from '../parts/empty.tsx'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { Field, Form, NewForm, SelectField, Submit } from '../parts/form.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { readExpiry } from '../parts/read-expiry.ts'
import { keyName } from '../parts/shown-name.ts'
import { ShownOnce } from '../parts/shown-once.tsx'
import { Cell, RowLink, Table } from '../parts/table.tsx'
import { type UploadChoices, uploadChoicesAmong } from '../upload/upload-choices.ts'
import { RestrictionField, restrictionsIn } from './key-restriction-fields.tsx'
import { type NamesOfRestrictions, namesOfRestrictions } from './key-restrictions.tsx'
import { KeyTabs } from './key-tabs.tsx'
import { KeyState } from './keys-page.tsx'

const usualRestrictions = new URLSearchParams({ maxUploads: '100' })

/** The owner's guest links, and a form for a new one. */
export async function showGuestLinks(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const [keys, names] = await Promise.all([database.keys.list(context.user.id), namesOfRestrictions(context)])
  const links = keys.filter(({ isGuestLink }) => isGuestLink)
  const { items, next } = sliceOf(links, context.query)
  const { guests: text } = context.text
  const form = submittedTo(context, '/guests')
  const panel = { label: text.create, isOpen: links.length === 0 || form.size > 0 }
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    tabs: <KeyTabs />,
    actions: <CreateButton panel="create" {...panel} />,
    body: (
      <>
        <CreatePanel id="create" {...panel}>
          <NewLinkForm form={form} {...uploadChoicesAmong(names.categories, names.albums)} />
        </CreatePanel>
        {links.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <Table
            label={text.title}
            columns={[
              { label: text.name },
              { label: context.text.key.state },
              { label: text.uploads },
              { label: text.into, isWide: true },
            ]}
          >
            {items.map((key) => (
              <LinkRow apiKey={key} names={names} />
            ))}
          </Table>
        )}
        <Pager next={next} path="/guests" />
      </>
    ),
  })
}

/** Creates a guest's key and redirects to its page, which shows the link once. */
export async function createGuestLink(context: SignedInContext): Promise<Response> {
  const { form, user } = context
  const { site } = context.services
  const categoryId = form.get('categoryId') ?? ''
  const albumId = form.get('albumId') ?? ''
  const expiresAtMs = readExpiry(context)
  const { maxUploads = null } = restrictionsIn(form, { fields: new Set(['maxUploads']) })
  const { key, secret } = await createKey(site, context.actor, {
    userId: user.id,
    name: form.get('name') ?? '',
    permissions: ['images:upload'],
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    defaultCategoryId: categoryId,
    clientKind: 'standard',
    maxUploads,
    isGuestLink: true,
    isNameShown: true,
    binding: { categoryIds: [categoryId], ...(albumId !== '' && { albumIds: [albumId] }) },
  })
  return flashSecret(context, `/keys/${key.id}`, secret)
}

const LinkRow = ({ apiKey, names }: { apiKey: ApiKey; names: NamesOfRestrictions }) => {
  const { text: messages } = useConsole()
  const { guests: text } = messages
  return (
    <tr>
      <RowLink href={`/keys/${apiKey.id}`}>{keyName(messages, apiKey)}</RowLink>
      <Cell>
        <KeyState apiKey={apiKey} />
      </Cell>
      <Cell>
        <a href={imagesOfKeyAddress(apiKey)}>
          {apiKey.maxUploads === null ? text.seeWhatCame : <UploadsMade apiKey={apiKey} />}
        </a>
      </Cell>
      <Cell isWide>
        {names.categories.find(({ id }) => id === apiKey.defaultCategoryId)?.name ?? ''}
        {apiKey.binding.albumIds?.map((albumId) => (
          <>
            {' · '}
            {text.album} {names.albums.find(({ id }) => id === albumId)?.name ?? text.albumGone}
          </>
        ))}
      </Cell>
    </tr>
  )
}

/** The address of the images from a key. */
export const imagesOfKeyAddress = ({ id }: Pick<ApiKey, 'id'>): string => `/images?key=${id}`

/** The number of a key's uploads; nothing for a key without a limit. */
export const UploadsMade = ({ apiKey: { maxUploads, uploads } }: { apiKey: ApiKey }) => {
  const { guests: text } = useConsole().text
  if (maxUploads === null) return null
  return (
    <span>
      <Count of={uploads} /> {text.of} <Count of={maxUploads} />
    </span>
  )
}

/** A new guest link, to copy or to scan with a phone. */
export const NewGuestLink = ({ address }: { address: string }) => {
  const { guests: text } = useConsole().text
  return (
    <ShownOnce title={text.linkShownOnce} hint={text.linkShownOnceHint} label={text.link} value={address}>
      <QrCode address={address} label={text.qrCode} />
    </ShownOnce>
  )
}

/** Creates a new address for a guest link whose address was lost. */
export const RenewLink = ({ apiKey }: { apiKey: ApiKey }) => {
  const { guests: text } = useConsole().text
  if (apiKey.revokedAtMs !== null) return null
  return (
    <Form action={`/keys/${apiKey.id}/renew`} class="card key-test">
      <div>
        <h2>{text.lost}</h2>
        <p class="muted">{text.renewHint}</p>
      </div>
      <button type="submit" class="quiet">
        {text.renew}
      </button>
    </Form>
  )
}

const NewLinkForm = ({ form, categories, albums }: UploadChoices & { form: URLSearchParams }) => {
  const { key, guests: text, upload } = useConsole().text
  return (
    <NewForm action="/guests" usual={{ name: '', categoryId: '', albumId: '' }} class="card stack">
      <h2>{text.newTitle}</h2>
      <div class="field-row">
        <Field
          label={text.name}
          name="name"
          hint={text.nameHint}
          control={{ required: true, maxlength: maxNameCharacters.key }}
        />
        <SelectField label={text.into} name="categoryId" choices={categories} />
        {albums.length === 0 ? null : (
          <SelectField
            label={text.intoAlbum}
            name="albumId"
            choices={[{ value: '', label: upload.noAlbum }, ...albums]}
          />
        )}
      </div>
      <div class="field-row">
        <RestrictionField name="maxUploads" form={form.size === 0 ? usualRestrictions : form} />
        <ExpiryField label={key.expiry} usual="30d" />
      </div>
      <p class="muted">{text.countsToQuota}</p>
      <Submit>{text.create}</Submit>
    </NewForm>
  )
}
