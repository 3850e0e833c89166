/** @jsxImportSource hono/jsx */
import type { User } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { Fact } from '../../gallery/image-facts.tsx'
import { showPage } from '../../page/page.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { CheckField, EditForm, Field, Form, Submit } from '../../parts/form.tsx'
import { Time, TimeOr } from '../../parts/numbers-and-times.tsx'
import type { ShownThing } from '../../parts/shown-values.ts'
import { WayBack } from '../../parts/way-back.tsx'
import { quotaField } from './quota-form.ts'
import { RoleField } from './role-field.tsx'
import { UsedOfQuota } from './used-of-quota.tsx'
import { imagesOfUserAddress, type UserWithUsage, withUsage } from './user-usage.ts'

export const userPath = ({ id }: Pick<User, 'id'>): string => `/users/${id}`

/** The page of one account: its usage, its editable fields, and its deletion. */
export async function showUser(context: SignedInContext, user: User): Promise<Response> {
  const shown = await withUsage(context.services.site, user)
  const { user: text } = context.text
  return showPage(context, {
    title: user.name,
    actions: <WayBack href="/users">{text.toUsers}</WayBack>,
    body: (
      <>
        <UserFacts user={shown} />
        <ChangeForm user={user} />
        <section class="card stack tight">
          <h2>{text.access}</h2>
          <AccessActions user={shown} />
        </section>
      </>
    ),
  })
}

const UserFacts = ({ user }: { user: UserWithUsage }) => {
  const { text, language } = useConsole()
  return (
    <section class="card">
      <dl class="facts">
        {user.disabledAtMs === null ? null : (
          <Fact term={text.key.state}>
            <span class="badge bad">{text.user.disabled}</span>
          </Fact>
        )}
        <Fact term={text.user.lastSeen}>
          <TimeOr atMs={user.lastSeenAtMs} otherwise={text.user.never} />
        </Fact>
        <Fact term={text.user.usage}>
          <UsedOfQuota user={user} />
        </Fact>
        <Fact term={text.nav.images}>
          <a href={imagesOfUserAddress(user)}>
            {user.usage.images.toLocaleString(language)} {text.user.images(user.usage.images)}
          </a>
        </Fact>
        <Fact term={text.user.secondFactor}>
          {user.factors === 0 ? text.user.noFactor : text.user.hasFactor}
        </Fact>
        <Fact term={text.key.created}>
          <Time atMs={user.createdAtMs} />
        </Fact>
      </dl>
    </section>
  )
}

/** The fields of an account that operators can edit, for an edit form. */
export const shownUser = (user: User): ShownThing => ({
  present: { name: user.name, role: user.role, quota: quotaField(user) },
  history: { subject: user.id, actions: { name: 'user.rename', role: 'user.role', quota: 'user.quota' } },
})

const ChangeForm = ({ user }: { user: User }) => {
  const { user: text, common } = useConsole().text
  return (
    <EditForm action={userPath(user)} present={shownUser(user).present} class="card stack">
      <input type="hidden" name="return" value="/users" />
      <Field
        label={text.name}
        name="name"
        control={{ required: true, maxlength: maxNameCharacters.user, autocomplete: 'off' }}
      />
      <RoleField />
      <Field
        label={text.quota}
        hint={text.quotaHint}
        name="quota"
        control={{ type: 'number', min: '0', step: 'any', placeholder: '∞' }}
      />
      <Submit>{common.save}</Submit>
    </EditForm>
  )
}

/** Disables or enables an account. */
const AccessActions = ({ user }: { user: UserWithUsage }) => {
  const { user: text } = useConsole().text
  const base = userPath(user)
  const { name } = user
  return (
    <div class="foot-actions">
      {user.disabledAtMs === null ? (
        <Form action={`${base}/invitation`}>
          <Confirm label={text.invite} of={name} question={text.inviteQuestion} confirm={text.invite} />
        </Form>
      ) : null}
      <Form action={`${base}/password`}>
        <Confirm
          label={text.resetPassword}
          of={name}
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
            of={name}
            question={text.removeFactorsQuestion}
            confirm={text.removeFactors}
          />
        </Form>
      )}
      <Form action={`${base}/disabled`}>
        {user.disabledAtMs === null ? (
          <Confirm
            label={text.disable}
            of={name}
            question={
              <>
                {text.disableQuestion}
                <CheckField label={text.hideImages} name="hideImages" />
              </>
            }
            confirm={text.disable}
            button={{ name: 'disabled', value: 'on' }}
          />
        ) : (
          <button type="submit" class="quiet small" name="disabled" value="off">
            {text.enable}
          </button>
        )}
      </Form>
      <a class="button quiet danger small" href={`${base}/delete`}>
        {text.delete}
      </a>
    </div>
  )
}
