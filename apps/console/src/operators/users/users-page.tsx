/** @jsxImportSource hono/jsx */
import { maxNameCharacters, policyFrom, type Role, type User } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { queryText } from '../../context/page-address.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { showPage } from '../../page/page.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CheckField, Field, Form, SelectField } from '../../parts/form.tsx'
import { HiddenName } from '../../parts/hidden-name.tsx'
import { rowsOfPage } from '../../parts/list-slice.ts'
import { Bytes, Count, Time } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { RefusalOf, useRefused } from '../../parts/refused-field.tsx'
import { Table } from '../../parts/table.tsx'
import { AccountPolicyForm } from './account-policy-form.tsx'
import { quotaField } from './quota-form.ts'

const roles: Role[] = ['member', 'admin']

interface UserWithUsage extends User {
  usage: { images: number; bytes: number }
  /** Second factors. */
  factors: number
}

/** Everyone who has an account: role, quota and what they use. */
export async function showUsers(context: SignedInContext): Promise<Response> {
  const { users, factors } = context.services.site.database
  const after = queryText(context.query, 'after')
  const { items, next } = await users.page({ limit: rowsOfPage, ...(after !== undefined && { after }) })
  const shown: UserWithUsage[] = await Promise.all(
    items.map(async (user) => ({
      ...user,
      usage: await users.usage(user.id),
      factors: (await factors.list(user.id)).length,
    })),
  )
  const policy = policyFrom(await context.services.site.database.settings.all())
  const { user: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <>
        <Table label={text.title} columns={[text.name, text.role, text.usage, text.quota, '']}>
          {shown.map((user) => (
            <UserRow user={user} />
          ))}
        </Table>
        <Pager next={next} path="/users" />
        <NewUserForm form={submittedTo(context, '/users')} />
        <AccountPolicyForm context={context} policy={policy} />
      </>
    ),
  })
}

const UserRow = ({ user }: { user: UserWithUsage }) => {
  const { user: text, common } = useConsole().text
  const base = `/users/${user.id}`
  return (
    <tr>
      <th scope="row">
        {user.name}
        {user.disabledAtMs === null ? null : <span class="badge bad">{text.disabled}</span>}
        <span class="muted block">
          <Time atMs={user.createdAtMs} />
        </span>
      </th>
      <td data-label={text.role}>
        <Form action={`${base}/role`} class="together">
          <RoleSelect label={text.roleOf(user.name)} chosen={user.role} />
          <button type="submit" class="quiet small">
            {common.save}
            <HiddenName name={text.roleOf(user.name)} />
          </button>
        </Form>
      </td>
      <td data-label={text.usage}>
        <Bytes count={user.usage.bytes} />
        <span class="muted block count">
          <Count of={user.usage.images} /> {text.images(user.usage.images)}
        </span>
      </td>
      <td data-label={text.quota}>
        <Form action={`${base}/quota`} class="together">
          <QuotaField user={user} action={`${base}/quota`} />
          <button type="submit" class="quiet small">
            {common.save}
            <HiddenName name={text.quotaOf(user.name)} />
          </button>
        </Form>
      </td>
      <td class="end">
        <div class="together">
          <Form action={`${base}/password`}>
            <Confirm
              label={text.resetPassword}
              of={user.name}
              question={
                <>
                  {text.resetQuestion}
                  <CheckField label={text.revokeKeys} name="revokeKeys" />
                </>
              }
              confirm={text.resetPassword}
            />
          </Form>
          {user.factors === 0 ? null : (
            <Form action={`${base}/second-factor/remove`}>
              <Confirm
                label={text.removeFactors}
                of={user.name}
                question={text.removeFactorsQuestion}
                confirm={text.removeFactors}
              />
            </Form>
          )}
          <Form action={`${base}/disabled`}>
            {user.disabledAtMs === null ? (
              <Confirm
                label={text.disable}
                of={user.name}
                question={text.disableQuestion}
                confirm={text.disable}
                button={{ name: 'disabled', value: 'on' }}
              />
            ) : (
              <button type="submit" class="quiet small" name="disabled" value="off">
                {text.enable}
                <HiddenName name={user.name} />
              </button>
            )}
          </Form>
        </div>
      </td>
    </tr>
  )
}

/** Without room for its label, which the column's name stands for; it holds what was written where that is refused. */
const QuotaField = ({ user, action }: { user: User; action: string }) => {
  const context = useConsole()
  return (
    <div class="field">
      <input
        type="number"
        name="quota"
        min="0"
        step="any"
        class="short"
        placeholder="∞"
        aria-label={context.text.user.quotaOf(user.name)}
        value={submittedTo(context, action).get('quota') ?? quotaField(user)}
        {...useRefused('quota')}
      />
      <RefusalOf field="quota" />
    </div>
  )
}

const RoleSelect = ({ label, chosen }: { label: string; chosen: Role }) => {
  const { user: text } = useConsole().text
  return (
    <select name="role" aria-label={label}>
      {roles.map((role) => (
        <option value={role} selected={role === chosen}>
          {text.roles[role]}
        </option>
      ))}
    </select>
  )
}

const NewUserForm = ({ form }: { form: URLSearchParams }) => {
  const { user: text } = useConsole().text
  return (
    <Form action="/users" class="card stack">
      <h2>{text.newTitle}</h2>
      <div class="field-row">
        <Field
          label={text.name}
          name="name"
          value={form.get('name') ?? ''}
          control={{ required: true, maxlength: maxNameCharacters.user, autocomplete: 'off' }}
        />
        <SelectField
          label={text.role}
          name="role"
          value={form.get('role') ?? 'member'}
          choices={roles.map((role) => ({ value: role, label: text.roles[role] }))}
        />
        <Field
          label={text.password}
          name="password"
          hint={text.passwordHint}
          control={{ type: 'password', autocomplete: 'new-password' }}
        />
      </div>
      <div>
        <button type="submit">{text.add}</button>
      </div>
    </Form>
  )
}
