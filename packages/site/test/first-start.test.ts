import { expect, test } from 'bun:test'
import { newSession } from '../src/accounts/sessions.ts'
import { renameUser, setUserPassword } from '../src/accounts/users.ts'
import { commandActor } from '../src/audit/audit-draft.ts'
import { createSqliteDatabase } from '../src/database/sqlite.ts'
import { isFirstPasswordOver, seedNewSite } from '../src/first-start.ts'
import { findHolder, hashSecret } from '../src/keys/key-gate.ts'
import { createPasswordHasher } from '../src/platform/argon2id-hasher.ts'
import { createSha256 } from '../src/platform/sha256.ts'
import { temporaryFolder } from './database/sqlite-files.ts'

const dayMs = 24 * 60 * 60 * 1000
const startMs = Date.UTC(2026, 0, 31, 12)

async function openNewSite() {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(await temporaryFolder())
  const time = { nowMs: startMs }
  const clock = () => time.nowMs
  const database = await createSqliteDatabase({ path: `${folder.path}/site.db`, clock })
  opened.defer(() => database.close())
  const ports = { database, clock, createSha256, passwords: createPasswordHasher() }
  const first = (await seedNewSite(ports))!
  const admin = (await database.users.byName(first.userName))!
  const held = opened.move()
  return { ports, first, admin, time, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

test('a new site has credentials that work, and is made once', async () => {
  await using site = await openNewSite()
  const { ports, first, admin } = site
  expect(first).toEqual({
    ...{ userName: 'admin', categoryId: 'general' },
    password: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
    apiKey: expect.stringMatching(/^pgl_[0-9A-Za-z]{33}$/),
  })
  expect(await ports.passwords.verify(first.password, admin.passwordHash)).toBe(true)
  expect(await seedNewSite(ports)).toBeUndefined()
})

test('the first key ends after thirty days, unless it is used before', async () => {
  await using site = await openNewSite()
  const { ports, first } = site
  const hash = hashSecret(ports, first.apiKey)
  const isHeld = async (afterMs: number) =>
    (await findHolder(ports.database.keys, hash, startMs + afterMs)) !== undefined
  expect([await isHeld(30 * dayMs - 1), await isHeld(30 * dayMs)]).toEqual([true, false])
  const holder = await findHolder(ports.database.keys, hash, startMs)
  const use = { atMs: startMs + 1, address: '192.0.2.7', networks: new Map() }
  await ports.database.keys.touch(new Map([[holder?.key.id ?? '', use]]))
  expect(await isHeld(3_000 * dayMs)).toBe(true)
})

type Site = Awaited<ReturnType<typeof openNewSite>>
const ends: [what: string, end: (site: Site) => Promise<unknown>, isOver: boolean][] = [
  ['nothing', async () => {}, false],
  [
    'a session',
    async ({ ports, admin }) => {
      const browser = { address: '192.0.2.7', userAgent: '' }
      const { session } = newSession(ports, {
        userId: admin.id,
        nowMs: startMs,
        ...browser,
        isPending: false,
      })
      await ports.database.sessions.add(session, admin.passwordHash)
    },
    true,
  ],
  ['another name', ({ ports, admin }) => renameUser(ports, commandActor, admin, 'root'), true],
  ['a password of their own', ({ ports, admin }) => setPassword({ ports, admin, isGenerated: false }), true],
  [
    'a password that is generated again, later',
    ({ ports, admin, time }) => {
      time.nowMs += 1
      return setPassword({ ports, admin, isGenerated: true })
    },
    true,
  ],
]

const setPassword = ({
  ports,
  admin,
  isGenerated,
}: Pick<Site, 'ports' | 'admin'> & { isGenerated: boolean }) =>
  setUserPassword(ports, commandActor, admin, {
    password: 'a long enough one',
    isGenerated,
    keptTokenHash: null,
  })

test.each(ends)('after %s the first password is over or not', async (_, end, isOver) => {
  await using site = await openNewSite()
  expect(await isFirstPasswordOver(site.ports)).toBe(false)
  await end(site)
  expect(await isFirstPasswordOver(site.ports)).toBe(isOver)
})
