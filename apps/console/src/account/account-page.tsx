/** @jsxImportSource hono/jsx */
import { formatBytes, leastPasswordCharacters, listSessions, type Session } from '@pictoglyph/core'
import { Field, Form } from '../parts/form.tsx'
import { OfWhich } from '../parts/of-which.tsx'
import { showPage } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import type { MemberVisit } from '../visit/visit.ts'
import { useVisit } from '../visit/visit-context.ts'
import { browserOf } from './browser-name.ts'

/** The account of whoever is signed in: what it uses, its password and its sessions. */
export async function showAccount(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const [sessions, usage] = await Promise.all([
    listSessions(site, visit.user.id),
    site.database.users.usage(visit.user.id),
  ])
  const { account: text } = visit.text
  const size = (bytes: number) => formatBytes(bytes, visit.language)
  const { quotaBytes } = visit.user
  return showPage(visit, {
    title: text.title,
    lead: text.uses(usage.images, size(usage.bytes), quotaBytes === null ? undefined : size(quotaBytes)),
    body: (
      <div class="columns">
        <PasswordForm user={visit.user.name} />
        <section class="card stack">
          <h2>{text.sessions}</h2>
          <ul class="plain-list">
            {sessions.map((session) => (
              <SessionRow session={session} isThis={session.tokenHash === visit.session.tokenHash} />
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

const PasswordForm = ({ user }: { user: string }) => {
  const { account: text } = useVisit().text
  const hidden = { type: 'password', required: true }
  const next = { ...hidden, autocomplete: 'new-password', minlength: leastPasswordCharacters }
  return (
    <Form action="/account/password" class="card stack">
      <h2>{text.changePassword}</h2>
      <input type="text" name="username" value={user} autocomplete="username" readonly hidden />
      <Field label={text.current} name="current" control={{ ...hidden, autocomplete: 'current-password' }} />
      <Field label={text.next} name="password" hint={text.nextHint} control={next} />
      <Field label={text.again} name="again" control={next} />
      <div>
        <button type="submit">{text.changePassword}</button>
      </div>
    </Form>
  )
}

const SessionRow = ({ session, isThis }: { session: Session; isThis: boolean }) => {
  const { account: text } = useVisit().text
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
            <OfWhich
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
