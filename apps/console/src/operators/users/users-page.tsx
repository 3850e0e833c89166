/** @jsxImportSource hono/jsx */
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { policyFrom } from '@pictoglyph/site/policy'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { placeIn } from '../../context/page-address.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { showPage } from '../../page/page.tsx'
import { CreateButton, CreatePanel } from '../../parts/create-panel.tsx'
import { Field, NewForm, Submit } from '../../parts/form.tsx'
import { HiddenName } from '../../parts/hidden-name.tsx'
import { rowsOfPage } from '../../parts/list-slice.ts'
import { TimeOr } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Cell, RowLink, Table } from '../../parts/table.tsx'
import { InviteForm, invitationPath, maxShownInvitations, OpenInvitations } from './invitations.tsx'
import { RoleField } from './role-field.tsx'
import { UsedOfQuota } from './used-of-quota.tsx'
import { userPath } from './user-page.tsx'
import { imagesOfUserAddress, type UserWithUsage, withUsage } from './user-usage.ts'

/** All accounts: role, quota and storage. */
export async function showUsers(context: SignedInContext): Promise<Response> {
  const { database, clock } = context.services.site
  const { users, invitations } = database
  const { items, next } = await users.page({ ...placeIn(context.query), limit: rowsOfPage })
  const shown: UserWithUsage[] = await Promise.all(
    items.map((user) => withUsage(context.services.site, user)),
  )
  const open = await invitations.list(clock(), maxShownInvitations)
  const policy = policyFrom(await context.services.site.database.settings.all())
  const { user: text } = context.text
  const createPanel = { label: text.add, isOpen: submittedTo(context, '/users').size > 0 }
  const invitePanel = { label: text.inviteTitle, isOpen: submittedTo(context, invitationPath).size > 0 }
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    actions: (
      <>
        <CreateButton panel="invite" {...invitePanel} isQuiet />
        <CreateButton panel="create" {...createPanel} />
      </>
    ),
    body: (
      <>
        <CreatePanel id="invite" {...invitePanel}>
          <InviteForm policy={policy} />
        </CreatePanel>
        <CreatePanel id="create" {...createPanel}>
          <NewUserForm />
        </CreatePanel>
        <Table
          label={text.title}
          columns={[
            { label: text.name },
            { label: text.lastSeen, isWide: true },
            { label: text.usage },
            { label: text.secondFactor, isWide: true },
            { label: context.text.nav.images, isWide: true },
          ]}
        >
          {shown.map((user) => (
            <UserRow user={user} />
          ))}
        </Table>
        <Pager next={next} path="/users" />
        <OpenInvitations invitations={open} />
      </>
    ),
  })
}

const UserRow = ({ user }: { user: UserWithUsage }) => {
  const { text: messages, language } = useConsole()
  const { user: text } = messages
  return (
    <tr>
      <RowLink
        href={userPath(user)}
        badges={
          <>
            {user.role === 'admin' ? <span class="badge">{text.roles.admin}</span> : null}
            {user.disabledAtMs === null ? null : <span class="badge bad">{text.disabled}</span>}
          </>
        }
      >
        {user.name}
      </RowLink>
      <Cell isWide>
        <TimeOr atMs={user.lastSeenAtMs} otherwise={text.never} />
      </Cell>
      <Cell>
        <UsedOfQuota user={user} />
      </Cell>
      <Cell isWide>{user.factors === 0 ? <span class="muted">{text.noFactor}</span> : text.hasFactor}</Cell>
      <Cell isWide>
        <a href={imagesOfUserAddress(user)}>
          {user.usage.images.toLocaleString(language)} {text.images(user.usage.images)}
          <HiddenName name={text.of(user.name)} />
        </a>
      </Cell>
    </tr>
  )
}

const NewUserForm = () => {
  const { user: text } = useConsole().text
  return (
    <NewForm action="/users" usual={{ name: '', role: 'member' }} class="card stack">
      <h2>{text.add}</h2>
      <div class="field-row">
        <Field
          label={text.name}
          name="name"
          control={{ required: true, maxlength: maxNameCharacters.user, autocomplete: 'off' }}
        />
        <RoleField />
        <Field
          label={text.password}
          name="password"
          hint={text.passwordHint}
          control={{ type: 'password', autocomplete: 'new-password' }}
        />
      </div>
      <Submit>{text.add}</Submit>
    </NewForm>
  )
}
