import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { inviteUser } from '@pictoglyph/site/accounts/invitations'
import { triesPerMinute } from '@pictoglyph/site/accounts/throttle-tries'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { freePort } from '@pictoglyph/web/test/free-port'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { startProvider } from './support/provider-under-test.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const from = (address: string) => ({ 'X-Forwarded-For': address })

const doors: {
  door: string
  most: number
  path?: (testConsole: ConsoleUnderTest) => Promise<string>
  send: (visitor: Visitor, headers: Record<string, string>, path: string) => Promise<Response>
}[] = [
  {
    door: 'sign-in',
    most: triesPerMinute.address,
    send: (visitor, headers) =>
      visitor.post('/sign-in', { name: crypto.randomUUID(), password: 'x' }, headers),
  },
  {
    door: 'sign-in by passkey',
    most: triesPerMinute.address,
    send: (visitor, headers) => visitor.post('/sign-in/passkey', { passkey: '{}' }, headers),
  },
  {
    door: 'invitation',
    most: triesPerMinute.address,
    async path({ site, addMember }) {
      const { token } = await inviteUser(site, commandActor, await addMember('lee'), 1)
      return `/invitation/${token}`
    },
    send: (visitor, headers, path) => visitor.post(path, { password: 'x', again: 'y' }, headers),
  },
  {
    door: 'report',
    most: 5,
    async path(testConsole) {
      await setPolicy(testConsole.site, commandActor, 'site.reports', 'on')
      await testConsole.refresh()
      const owner = await createSignedInVisitor(testConsole, await testConsole.addMember('lee'))
      return `/report/${imageIdOf(await uploadPicture(owner))}`
    },
    send: (visitor, headers, path) => visitor.post(path, { reason: 'privacy', note: '' }, headers),
  },
  {
    door: 'way to the provider',
    most: triesPerMinute.address,
    send: (visitor, headers) => visitor.get('/sign-in/provider', headers),
  },
  {
    door: 'way back from the provider',
    most: triesPerMinute.address,
    send: (visitor, headers) => visitor.get('/sign-in/provider/callback', headers),
  },
]

test.each(doors)(
  'addresses of one /64 share the limit of the $door, and the next /64 has its own',
  async ({ most, path, send }) => {
    const port = await freePort()
    await using provider = await startProvider(`http://localhost:${port}/sign-in/provider/callback`)
    await using testConsole = await startConsole({ isProxied: true, port, provider: provider.settings })
    const visitor = createVisitor(testConsole)
    const at = (await path?.(testConsole)) ?? ''
    for (let count = 1; count <= most; count += 1) {
      const { status } = await send(visitor, from(`2001:db8:0:1:${count.toString(16)}::1`), at)
      expect(status).not.toBe(429)
    }
    expect((await send(visitor, from('2001:db8:0:1::ffff'), at)).status).toBe(429)
    expect((await send(visitor, from('2001:db8:0:2::ffff'), at)).status).not.toBe(429)
  },
)

/** As many as 17 MB are. */
const unfinished = { forms: 1_174, bytes: 14_500 }

test('unfinished forms of a /64 keep neither other strangers nor members from theirs', async () => {
  await using testConsole = await startConsole({ isProxied: true })
  const visitor = createVisitor(testConsole)
  const member = await createSignedInVisitor(testConsole, await testConsole.addMember('kim'))
  const signIn = (address: string) =>
    visitor
      .post('/sign-in', { name: 'n'.repeat(unfinished.bytes), password: 'x' }, from(address))
      .then(({ status }) => status)

  const csrf = await visitor.token()
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const begun = `csrf=${csrf}&name=`.padEnd(unfinished.bytes, 'x')
  const { hostname, host, port } = new URL(testConsole.url)
  const sockets = await Promise.all(
    Array.from({ length: unfinished.forms }, async (_, index) => {
      const socket = connect({ host: hostname, port: Number(port) })
      const head = {
        ...{ Host: host, Origin: testConsole.url, Cookie: cookie },
        ...{ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': unfinished.bytes + 1 },
        ...from(`2001:db8:0:1::${index.toString(16)}`),
      }
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
      await new Promise<void>((resolve, reject) => {
        socket.on('error', reject)
        socket.write(['POST /sign-in HTTP/1.1', ...lines, '', begun].join('\r\n'), () => resolve())
      })
      return socket
    }),
  )
  try {
    let status = 0
    while (status !== 503) status = await signIn('2001:db8:0:1:ffff::1')
    expect(await signIn('2001:db8:0:2::1')).toBe(401)
    expect(await signIn('192.0.2.1')).toBe(401)
    const album = await member.post('/albums', { name: 'Cats' }, from('2001:db8:0:1::1'))
    expect(album.status).toBe(303)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}, 60_000)
