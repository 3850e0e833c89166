/** @jsxImportSource hono/jsx */

import type { Session } from '@pictoglyph/site/accounts/session-rows'
import { listSessions } from '@pictoglyph/site/accounts/sessions'
import { minPasswordCharacters } from '@pictoglyph/site/accounts/users'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import type { User } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { CheckField, EditForm, Field, Form, Submit } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { Time } from '../parts/numbers-and-times.tsx'
import type { ShownThing } from '../parts/shown-values.ts'
import { factorPath } from '../session/obligations.ts'

/** The member's account: storage, password and sessions. */
export async function showAccount(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const [sessions, usage, factors, failures] = await Promise.all([
    listSessions(site, context.user.id),
    site.database.users.usage(context.user.id),
    site.database.factors.list(context.user.id),
    site.database.factors.failures(context.user.id),
  ])
  const { account: text } = context.text
  const size = (bytes: number) => formatBytes(bytes, context.language)
  const { quotaBytes } = context.user
  return showPage(context, {
    title: text.title,
    lead: text.uses(usage.images, size(usage.bytes), quotaBytes === null ? undefined : size(quotaBytes)),
    body: (
      <div class="columns">
        <div class="stack">
          <DisplayNameForm user={context.user} />
          <PasswordForm user={context.user.name} />
        </div>
        <section class="card stack">
          <h2>{text.secondFactor}</h2>
          <p>{text.secondFactorState(factors.length)}</p>
          {failures === undefined ? null : (
            <p>
              {text.wrongFactors(failures.failures)} <Time atMs={failures.lastAtMs} /> · {text.from}{' '}
              <code>{failures.lastAddress}</code>
            </p>
          )}
          <div>
            <a class="button quiet" href={factorPath}>
              {text.toSecondFactor}
            </a>
          </div>
        </section>
        <section class="card stack">
          <h2>{text.sessions}</h2>
          <ul class="plain-list">
            {sessions.map((session) => (
              <SessionRow session={session} isThis={session.tokenHash === context.session.tokenHash} />
            ))}
          </ul>
          {sessions.length > 1 ? (
            <Form action="/account/sessions/end-others">
              <button type="submit" class="quiet">
                {text.endOthers}
              </button>
            </Form>
          ) : null}
        </section>
      </div>
    ),
  })
}

/** The display name for an edit form. */
export const shownDisplayName = ({ id, displayName }: User): ShownThing => ({
  present: { displayName },
  history: { subject: id, actions: { displayName: 'user.displayName' } },
})

const DisplayNameForm = ({ user }: { user: User }) => {
  const { text } = useConsole()
  return (
    <EditForm action="/account/display-name" present={shownDisplayName(user).present} class="card stack">
      <h2>{text.account.displayName}</h2>
      <Field
        label={text.account.displayName}
        name="displayName"
        hint={text.account.displayNameHint}
        control={{ autocomplete: 'nickname', maxlength: maxNameCharacters.user }}
      />
      <Submit>{text.common.save}</Submit>
    </EditForm>
  )
}

const PasswordForm = ({ user }: { user: string }) => {
  const { account: text } = useConsole().text
  const hidden = { type: 'password', required: true }
  const next = { ...hidden, autocomplete: 'new-password', minlength: minPasswordCharacters }
  return (
    <Form action="/account/password" class="card stack">
      <h2>{text.changePassword}</h2>
      <input type="text" name="username" value={user} autocomplete="username" readonly hidden />
      <Field label={text.current} name="current" control={{ ...hidden, autocomplete: 'current-password' }} />
      <Field label={text.next} name="password" hint={text.nextHint} control={next} />
      <Field label={text.again} name="again" control={next} />
      <CheckField label={text.revokeKeys} hint={text.revokeKeysHint} name="revokeKeys" />
      <Submit>{text.changePassword}</Submit>
    </Form>
  )
}

const SessionRow = ({ session, isThis }: { session: Session; isThis: boolean }) => {
  const { account: text } = useConsole().text
  const browser = browserOf(session.userAgent) ?? text.unknownBrowser
  const lastSeen = <Time atMs={session.lastSeenAtMs} />
  return (
    <li class="split">
      <div>
        <strong>{browser}</strong>
        {isThis ? <span class="badge good">{text.thisSession}</span> : null}
        <p class="muted">
          {text.from} <code>{session.address}</code> · {text.lastSeen} {lastSeen}
        </p>
      </div>
      {isThis ? null : (
        <Form action="/account/sessions/end">
          <button type="submit" class="quiet small" name="session" value={session.tokenHash}>
            {text.end}
            <HiddenName
              name={
                <>
                  {browser} {lastSeen}
                </>
              }
            />
          </button>
        </Form>
      )}
    </li>
  )
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The familiar name of a browser from its `User-Agent`: `Firefox, Linux`. */
function browserOf(userAgent: string): string | undefined {
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1]
  const system = systems.find(([sign]) => userAgent.includes(sign))?.[1]
  const known = [browser, system].filter((name) => name !== undefined)
  return known.length === 0 ? undefined : known.join(', ')
}
