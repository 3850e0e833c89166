/** @jsxImportSource hono/jsx */
import type { Invitation } from '@pictoglyph/site/accounts/invitation-rows'
import {
  endInvitation,
  invitationAddress,
  invitationDays,
  inviteAnyone,
  inviteNewUser,
  inviteUser,
  type MadeInvitation,
} from '@pictoglyph/site/accounts/invitations'
import type { User } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import type { Policy } from '@pictoglyph/site/policy'
import { QrCode } from '@pictoglyph/web/page/qr-code'
import { goTo } from '../../context/answers.ts'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { flashSecret } from '../../context/flash.ts'
import { idOf } from '../../context/page-address.ts'
import { takeShownOnce } from '../../context/shown-once.ts'
import { choiceIn } from '../../context/submitted-form.ts'
import { showPage } from '../../page/page.tsx'
import { Field, Form, NewForm, Submit } from '../../parts/form.tsx'
import { HiddenName } from '../../parts/hidden-name.tsx'
import { Time } from '../../parts/numbers-and-times.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { Cell, Table } from '../../parts/table.tsx'
import { quotaField, readQuota } from './quota-form.ts'
import { RoleField } from './role-field.tsx'

export const invitationPath = '/users/invitation'
export const maxShownInvitations = 200

/** Creates a link for a new user; without a name in it, the holder chooses one. */
export async function invite(context: SignedInContext): Promise<Response> {
  const { form, services, actor } = context
  const input = {
    name: (form.get('name') ?? '').trim(),
    displayName: form.get('displayName') ?? '',
    role: choiceIn(form, 'role', ['admin', 'member']),
    quotaBytes: readQuota(form.get('quota') ?? ''),
    days: Number(form.get('days') ?? invitationDays.usual),
  }
  if (input.name === '') return showLink(context, await inviteAnyone(services.site, actor, input))
  return showLink(context, (await inviteNewUser(services.site, actor, input)).invitation)
}

/** Creates a link by which a user sets a new password. */
export async function inviteAgain(context: SignedInContext, user: User): Promise<Response> {
  return showLink(context, await inviteUser(context.services.site, context.actor, user, invitationDays.usual))
}

const showLink = (context: SignedInContext, { token }: MadeInvitation): Response =>
  flashSecret(context, invitationPath, invitationAddress(context.services.urls.console, token))

export async function end(context: SignedInContext): Promise<Response> {
  await endInvitation(context.services.site, context.actor, idOf(context))
  return goTo(context, '/users', { name: 'invitationEnded', about: '' })
}

/** The page that shows a link once. */
export function showInvitationLink(context: SignedInContext): Response | Promise<Response> {
  const link = takeShownOnce(context, invitationPath)
  if (link === undefined) return goTo(context, '/users', { name: 'linkWasShown', about: '' })
  const { user: text } = context.text
  return showPage(context, {
    title: text.inviteTitle,
    shownOnce: { path: invitationPath, value: link },
    body: (
      <>
        <ShownOnce title={text.linkOnce} hint={text.linkOnceHint} label={text.link} value={link}>
          <QrCode address={link} label={text.linkQr} />
        </ShownOnce>
        <p>
          <a class="button quiet" href="/users">
            {text.toUsers}
          </a>
        </p>
      </>
    ),
  })
}

export const InviteForm = ({ policy }: { policy: Policy }) => {
  const { user: text } = useConsole().text
  const quota = policy['users.defaultQuota']
  const usual = {
    name: '',
    displayName: '',
    role: 'member',
    quota: quotaField({ quotaBytes: quota === 'none' ? null : quota }),
    days: String(invitationDays.usual),
  }
  return (
    <NewForm action={invitationPath} usual={usual} class="card stack">
      <h2>{text.inviteTitle}</h2>
      <p class="hint">{text.inviteHint}</p>
      <div class="field-row">
        <Field
          label={text.name}
          name="name"
          control={{ maxlength: maxNameCharacters.user, autocomplete: 'off' }}
        />
        <Field label={text.displayName} name="displayName" />
        <RoleField />
        <Field
          label={text.quota}
          name="quota"
          control={{ type: 'number', min: '0', step: 'any', placeholder: '∞' }}
        />
        <Field
          label={text.days}
          name="days"
          control={{ type: 'number', min: '1', max: String(invitationDays.most), required: true }}
        />
      </div>
      <Submit>{text.invite}</Submit>
    </NewForm>
  )
}

export const OpenInvitations = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const { user: text, common } = useConsole().text
  if (invitations.length === 0) return null
  return (
    <section class="stack">
      <h2>{text.invitations}</h2>
      {invitations.every(({ isInForce }) => isInForce) ? null : <p class="hint">{text.endedHint}</p>}
      <Table
        label={text.invitations}
        columns={[
          { label: text.name },
          { label: text.role, isWide: true },
          { label: text.createdBy, isWide: true },
          { label: text.expires, isWide: true },
          { label: common.actions },
        ]}
      >
        {invitations.map((invitation) => (
          <InvitationRow invitation={invitation} />
        ))}
      </Table>
    </section>
  )
}

const InvitationRow = ({ invitation }: { invitation: Invitation }) => {
  const { user: text } = useConsole().text
  const name = invitation.userName ?? text.forAnyone
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
        {invitation.isInForce ? null : <span class="badge bad">{text.ended}</span>}
      </th>
      <Cell isWide>{text.roles[invitation.role]}</Cell>
      <Cell isWide>
        <GiverName invitation={invitation} />
      </Cell>
      <Cell isWide>
        <Time atMs={invitation.expiresAtMs} />
      </Cell>
      <Cell>
        <Form action={`${invitationPath}/${invitation.id}/end`}>
          <button type="submit" class="quiet small">
            {text.end}
            <HiddenName name={name} />
          </button>
        </Form>
      </Cell>
    </tr>
  )
}

const GiverName = ({ invitation: { giver, giverName } }: { invitation: Invitation }) => {
  const { user: text } = useConsole().text
  if (giverName !== null) return <span dir="auto">{giverName}</span>
  if (giver.isCommand) return <>{text.byCommand}</>
  return <span class="muted">{giver.account === null ? text.unknownGiver : text.deletedGiver}</span>
}
