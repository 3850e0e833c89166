import { expect, test } from 'bun:test'
import { endOtherSessions } from '@pictoglyph/site/accounts/sessions'
import { setUserDisabled, setUserRole } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { User } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { openRawUpload, type RawUpload } from '@pictoglyph/web/test/upload/raw-upload'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { createVisitor, type Visitor } from './support/visitor.ts'

/** Being seen is written down after so long, which tells that a request has been let in. */
const unseenMs = 10 * 60 * 1000

interface Change {
  what: string
  change: (site: SitePorts, user: User) => Promise<void>
}

const demotion: Change = {
  what: 'demoted',
  change: (site, user) => setUserRole(site, commandActor, user, 'member'),
}
const ends: Change[] = [
  { what: 'disabled', change: (site, user) => setUserDisabled(site, commandActor, user, true) },
  { what: 'signed out', change: (site, user) => endOtherSessions(site, commandActor, user.id, '') },
]

interface LateBody extends AsyncDisposable {
  testConsole: ConsoleUnderTest
  user: User
  visitor: Visitor
  /** Sends all of a body but its last bytes, and resolves once the request has been let in. */
  begin(path: string, type: string, body: Uint8Array): Promise<RawUpload>
}

/** An operator who is signed in and sends bodies slowly. */
async function openLateBody(): Promise<LateBody> {
  let nowMs = Date.now()
  const testConsole = await startConsole({ clock: () => nowMs })
  const user = await testConsole.addMember('olga', 'admin')
  const visitor = createVisitor(testConsole)
  await visitor.signIn('olga', memberPassword)
  return {
    testConsole,
    user,
    visitor,
    async begin(path, type, body) {
      const { url, site } = testConsole
      nowMs += unseenMs
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${new URL(url).host}`,
        `Origin: ${url}`,
        `Cookie: session=${visitor.cookies.get('session')}`,
        'Connection: close',
        'Accept: application/json',
        `Content-Type: ${type}`,
        `Content-Length: ${body.length}`,
      ]
      const sent = await openRawUpload({ url, head, opening: '' })
      sent.send(body.slice(0, -1))
      while ((await site.database.sessions.list(user.id))[0]?.lastSeenAtMs !== nowMs) await Bun.sleep(1)
      return sent
    },
    [Symbol.asyncDispose]: () => testConsole[Symbol.asyncDispose](),
  }
}

test.each([demotion, ...ends])('a form does nothing whose sender is $what while it arrives', async (one) => {
  await using late = await openLateBody()
  const { site } = late.testConsole
  const fields = new URLSearchParams({ csrf: await late.visitor.token(), name: 'mole', role: 'admin' })
  const body = new TextEncoder().encode(`${fields}&`)
  using form = await late.begin('/users', 'application/x-www-form-urlencoded', body)
  await one.change(site, late.user)
  form.send(body.slice(-1))
  expect(await form.answer).toMatch(one === demotion ? /^HTTP\/1.1 403/ : /^HTTP\/1.1 401/)
  expect(await site.database.users.byName('mole')).toBeUndefined()
})

test.each(ends)('an upload is not kept whose sender is $what while it arrives', async ({ change }) => {
  await using late = await openLateBody()
  const { site } = late.testConsole
  const form = new FormData()
  form.append('csrf', await late.visitor.token())
  form.append('categoryId', 'general')
  form.append('file', new Blob([picture()]), 'picture.png')
  const encoded = new Response(form)
  const type = encoded.headers.get('Content-Type') ?? ''
  const body = new Uint8Array(await encoded.arrayBuffer())
  using upload = await late.begin('/upload', type, body)
  await change(site, late.user)
  upload.send(body.slice(-1))
  expect(await upload.answer).toStartWith('HTTP/1.1 401')
  expect((await site.database.images.totals()).images).toBe(0)
})
