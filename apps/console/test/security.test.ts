import { expect, test } from 'bun:test'
import { createCookies } from '../src/context/cookies.ts'
import { returnPath } from '../src/context/page-address.ts'
import { memberPassword, startConsole } from './support/console-under-test.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

test('a page runs, loads and frames nothing but what it names', async () => {
  await using testConsole = await startConsole()
  const { headers } = await createVisitor(testConsole).get('/sign-in')
  const policy = headers.get('Content-Security-Policy') ?? ''
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
  expect(nonce?.length).toBeGreaterThan(20)
  expect(policy).toStartWith("default-src 'none'")
  for (const part of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "connect-src 'self'",
  ]) {
    expect(policy).toContain(part)
  }
  expect(policy).not.toContain('unsafe')
  expect(headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Cache-Control')).toBe('no-store')
})

test('pictures come from the images service, and from the store’s public service where it has one', async () => {
  for (const publicStore of [false, true]) {
    await using testConsole = await startConsole({ publicStore })
    const { headers } = await createVisitor(testConsole).get('/sign-in')
    const { blobs, links } = testConsole.site
    const image = { id: 'x', file: { type: 'image/png' } } as const
    const addresses = [links.direct(image), blobs.redirect?.('')].filter((address) => address !== undefined)
    const origins = addresses.map((address) => new URL(address).origin)
    expect(origins).toHaveLength(publicStore ? 2 : 1)
    expect(headers.get('Content-Security-Policy')).toContain(
      `img-src 'self' blob: data: ${origins.join(' ')};`,
    )
  }
})

test('each page has a nonce of its own', async () => {
  await using testConsole = await startConsole()
  const nonces = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const page = await createVisitor(testConsole).get('/sign-in')
      return /nonce="([^"]+)"/.exec(await page.text())?.[1]
    }),
  )
  expect(new Set(nonces).size).toBe(5)
})

test('the session cookie can’t be read by scripts nor sent from elsewhere, and its secret is stored nowhere', async () => {
  await using testConsole = await startConsole()
  const visitor = createVisitor(testConsole)
  const answer = await visitor.signIn(testConsole.admin.name, testConsole.admin.password)
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session=')) ?? ''
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Lax')
  expect(cookie).toContain('Path=/')
  const secret = visitor.cookies.get('session') ?? ''
  expect(secret).toMatch(/^[0-9A-Za-z]{43}$/)
  const user = await testConsole.site.database.users.byName(testConsole.admin.name)
  const sessions = await testConsole.site.database.sessions.list(user?.id ?? '')
  expect(sessions).toHaveLength(1)
  expect(JSON.stringify(sessions)).not.toContain(secret)
})

test('a language and an appearance are kept for a year, also of those who have not signed in', async () => {
  await using testConsole = await startConsole()
  for (const [name, value] of [
    ['language', 'zh-CN'],
    ['theme', 'dark'],
  ] as const) {
    const answer = await createVisitor(testConsole).post(`/${name}`, { [name]: value })
    const line = answer.headers.getSetCookie().find((one) => one.startsWith(`${name}=`))
    expect(line).toBe(`${name}=${value}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`)
  }
})

test('over https cookies carry the __Host- prefix and are secure', async () => {
  const { Hono } = await import('hono')
  const cookies = createCookies('https://console.example')
  const app = new Hono().get('/', (hono) => {
    cookies.set(hono, 'session', 'secret', 60)
    return hono.text('')
  })
  const [line] = (await app.request('/')).headers.getSetCookie()
  expect(line).toBe('__Host-session=secret; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
})

test('a form without its token, with another’s, or from another site changes nothing', async () => {
  await using testConsole = await startConsole()
  const user = await testConsole.addMember('alice')
  const visitor = await createSignedInVisitor(testConsole, user)
  const stranger = createVisitor(testConsole)
  const token = await visitor.token()
  const wrong = [
    { body: new URLSearchParams({ name: 'x' }) },
    { body: new URLSearchParams({ name: 'x', csrf: await stranger.token() }) },
    { body: new URLSearchParams({ name: 'x', csrf: token }), headers: { Origin: 'https://evil.example' } },
    {
      body: new URLSearchParams({ name: 'x', csrf: token }),
      headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    },
  ]
  for (const init of wrong) {
    expect((await visitor.send('/albums', { method: 'POST', ...init })).status).toBe(403)
  }
  const json = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
  expect((await visitor.send('/albums', json)).status).toBe(400)
  expect(await testConsole.site.database.albums.list()).toEqual([])
  expect((await visitor.post('/albums', { name: 'x' })).status).toBe(303)
})

test('whoever has not signed in has a token of their own, made from no secret but ours', async () => {
  await using testConsole = await startConsole()
  const { name, password } = testConsole.admin
  const [one, other, planted] = [1, 2, 3].map(() => createVisitor(testConsole)) as [Visitor, Visitor, Visitor]
  planted.cookies.set('visitor', 'known-to-another')
  const tokens = [await one.token(), await other.token(), await planted.token()]
  expect(new Set(tokens).size).toBe(3)
  expect(await one.token()).toBe(tokens[0]!)
  expect(planted.cookies.get('visitor')).toMatch(/^[0-9A-Za-z]{43}$/)
  for (const csrf of tokens.slice(1)) {
    const body = new URLSearchParams({ name, password, csrf })
    expect((await one.send('/sign-in', { method: 'POST', body })).status).toBe(403)
  }
  expect((await one.signIn(name, password)).status).toBe(303)
})

test('an upload without the form’s token is refused, and leaves nothing behind', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  expect((await uploadPicture(visitor, { csrf: 'wrong' })).status).toBe(400)
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.png')
  const headers = { 'X-CSRF-Token': 'wrong', Accept: 'application/json' }
  expect((await visitor.send('/upload', { method: 'POST', body: form, headers })).status).toBe(400)
  expect((await testConsole.site.database.images.list({ limit: 1 })).items).toEqual([])
})

test('an unknown name and a wrong password get the same answer', async () => {
  await using testConsole = await startConsole()
  await testConsole.addMember('alice')
  const answers = await Promise.all(
    [
      ['alice', 'wrong password'],
      ['nobody', 'wrong password'],
    ].map(async ([name = '', password = '']) => {
      const answer = await createVisitor(testConsole).signIn(name, password)
      const text = (await answer.text()).replaceAll(/(nonce|value|data-passkey-options)="[^"]*"/g, '')
      return { status: answer.status, text }
    }),
  )
  expect(answers[0]).toEqual(answers[1] ?? { status: 0, text: '' })
  expect(answers[0]?.status).toBe(401)
})

test('guessing is throttled for an account, whatever the case of its name, and the right password waits too', async () => {
  await using testConsole = await startConsole()
  await testConsole.addMember('alice')
  const visitor = createVisitor(testConsole)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) {
    statuses.push((await visitor.signIn(attempt % 2 ? 'ALICE' : 'alice', 'wrong')).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.slice(10)).toEqual([429, 429])
  expect((await visitor.signIn('alice', memberPassword)).status).toBe(429)
})

test('guessing is throttled for an address, whatever the names', async () => {
  await using testConsole = await startConsole()
  const visitor = createVisitor(testConsole)
  let last = 0
  for (let attempt = 0; attempt < 21; attempt++)
    last = (await visitor.signIn(`name ${attempt}`, 'wrong')).status
  expect(last).toBe(429)
})

test('guessing the current password is throttled for its user, from all sessions together', async () => {
  await using testConsole = await startConsole()
  const alice = await testConsole.addMember('alice')
  const first = await createSignedInVisitor(testConsole, alice)
  const second = await createSignedInVisitor(testConsole, alice)
  const password = 'another password'
  const changeAs = (visitor: Visitor, current: string) =>
    visitor.post('/account/password', { current, password, again: password })
  const statuses: number[] = []
  for (let guess = 0; guess < 10; guess++)
    statuses.push((await changeAs(guess % 2 ? first : second, 'wrong')).status)
  expect(new Set(statuses)).toEqual(new Set([400]))

  const held = await changeAs(first, memberPassword)
  expect(held.status).toBe(429)
  expect(Number(held.headers.get('Retry-After'))).toBeGreaterThan(50)
  const page = await held.text()
  expect(page).toContain('Too many tries. Wait a minute and try again.')
  expect(page).toContain('action="/account/password"')

  const bob = await createSignedInVisitor(testConsole, await testConsole.addMember('bob'))
  expect((await changeAs(bob, memberPassword)).status).toBe(303)
  expect((await createVisitor(testConsole).signIn('alice', memberPassword)).status).toBe(303)
})

test('a session that is used goes on, one that is not ends after a week, and every one after 90 days', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  await testConsole.addMember('alice')
  const visitor = createVisitor(testConsole)
  await visitor.signIn('alice', memberPassword)
  for (let day = 0; day < 84; day += 6) {
    nowMs += 6 * dayMs
    expect((await visitor.get('/account')).status).toBe(200)
  }
  nowMs += 6 * dayMs - 1
  expect((await visitor.get('/account')).status).toBe(200)
  nowMs += 1
  expect((await visitor.get('/account')).status).toBe(303)

  const idle = createVisitor(testConsole)
  await idle.signIn('alice', memberPassword)
  nowMs += 7 * dayMs - 1
  expect((await idle.get('/account')).status).toBe(200)
  nowMs += 7 * dayMs
  expect((await idle.get('/account')).status).toBe(303)
})

test('signing out, a changed password and a disabled account end sessions at once', async () => {
  await using testConsole = await startConsole()
  const alice = await testConsole.addMember('alice')
  const [first, second, third] = await Promise.all([
    createSignedInVisitor(testConsole, alice),
    createSignedInVisitor(testConsole, alice),
    createSignedInVisitor(testConsole, alice),
  ])
  const token = third.cookies.get('session') ?? ''
  await third.post('/sign-out')
  third.cookies.set('session', token)
  expect((await third.get('/account')).status).toBe(303)

  const password = 'another password'
  const change = { current: memberPassword, password, again: password }
  expect((await first.post('/account/password', change)).status).toBe(303)
  expect((await first.get('/account')).status).toBe(200)
  expect((await second.get('/account')).status).toBe(303)

  const operator = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  await operator.post(`/users/${alice.id}/disabled`, { disabled: 'on' })
  expect((await first.get('/account')).status).toBe(303)
  expect((await createVisitor(testConsole).signIn('alice', password)).status).toBe(401)
})

test('beginning, leaving and ending a session stand in the audit log, once each', async () => {
  await using testConsole = await startConsole()
  const alice = await testConsole.addMember('alice')
  const visitor = createVisitor(testConsole)
  await visitor.signIn('alice', memberPassword)
  const token = visitor.cookies.get('session') ?? ''
  const csrf = await visitor.token()
  expect((await visitor.post('/sign-out')).headers.get('Location')).toBe('/sign-in')
  expect(visitor.cookies.has('session')).toBe(false)
  visitor.cookies.set('session', token)
  await visitor.send('/sign-out', { method: 'POST', body: new URLSearchParams({ csrf }) })

  const { items } = await testConsole.site.database.audit.list({ actor: 'alice', limit: 9 })
  expect(items.map(({ action }) => action)).toEqual(['session.end', 'session.begin'])
  expect(items[0]).toMatchObject({ subject: alice.id, actorUserId: alice.id })
  expect(items[0]?.address).toBe(items[1]?.address ?? 'none')
})

test('after signing in anew one comes back to the page whose form had no effect', async () => {
  await using testConsole = await startConsole()
  const visitor = createVisitor(testConsole)
  const placeOf = async (form: string) => (await visitor.post(form)).headers.get('Location')
  for (const [form, page] of [
    ['/albums', '/albums'],
    ['/albums/x/delete', '/albums'],
    ['/images/delete', '/images'],
    ['/images/x', '/images/x'],
    ['/settings/networks/add', '/settings/networks'],
  ] as const) {
    expect(await placeOf(form)).toBe(`/sign-in?return=${encodeURIComponent(page)}`)
  }
  expect(await placeOf('/sign-out')).toBe('/sign-in')
})

test('after signing in one comes back to the page one wanted, and never to another site', async () => {
  await using testConsole = await startConsole()
  const visitor = createVisitor(testConsole)
  const asked = await visitor.get('/audit?actor=admin')
  expect(asked.headers.get('Location')).toBe('/sign-in?return=%2Faudit%3Factor%3Dadmin')
  const { name, password } = testConsole.admin
  const answer = await visitor.post('/sign-in', { name, password, return: '/audit?actor=admin' })
  expect(answer.headers.get('Location')).toBe('/audit?actor=admin')

  for (const elsewhere of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/a\r\nSet-Cookie: x=1',
    'javascript:alert(1)',
    '/ok\t//x',
    '',
  ]) {
    expect(returnPath(elsewhere)).toBe('/')
  }
  expect(returnPath('/images?q=%E5%9B%BE')).toBe('/images?q=%E5%9B%BE')
})

test('what owners write is text on every page, never markup', async () => {
  await using testConsole = await startConsole()
  const markup = '"><script>alert(1)</script>'
  const alice = await testConsole.addMember('alice', 'admin')
  const visitor = await createSignedInVisitor(testConsole, alice)
  const uploaded = await uploadPicture(visitor, { title: markup, description: markup })
  const posted = [
    await visitor.post('/albums', { name: markup }),
    await visitor.post('/settings/uploads/categories', { name: markup }),
    await visitor.post('/settings/networks/add', { list: 'block', network: '192.0.2.1', note: markup }),
    await visitor.post('/keys', { name: markup }),
  ]
  expect([uploaded, ...posted].map(({ status }) => status)).toEqual([303, 303, 303, 303, 303])
  const imageId = imageIdOf(uploaded)
  const query = encodeURIComponent(markup)
  for (const path of [
    '/images',
    `/images?q=${query}`,
    `/images/${imageId}`,
    '/albums',
    '/keys',
    '/settings/uploads',
    '/settings/networks',
    '/audit',
    `/audit?actor=${query}`,
    `/settings/text?symbols=${query}&sample=${query}`,
  ]) {
    const text = await (await visitor.get(path)).text()
    expect([path, text.includes('<script>alert')]).toEqual([path, false])
    expect([path, text.includes('&lt;script&gt;alert')]).toEqual([path, true])
  }
})

test('a planted notice that is not ours is not shown', async () => {
  await using testConsole = await startConsole()
  const visitor = createVisitor(testConsole)
  for (const notice of [
    { name: '__proto__', about: 'x' },
    { name: 'saved' },
    { name: 'saved', about: 'x', undo: { path: 'https://evil.example', fields: [] } },
    { name: 'saved', about: 'x', imageId: '../../sign-in' },
  ]) {
    visitor.cookies.set('notice', Buffer.from(JSON.stringify(notice)).toString('base64url'))
    expect(await (await visitor.get('/sign-in')).text()).not.toContain('role="status"')
  }
})

test('an unexpected error is told without its text', async () => {
  await using testConsole = await startConsole({
    recentErrors: () => {
      throw new Error('the secret of the house')
    },
  })
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const answer = await visitor.get('/overview')
  expect(answer.status).toBe(500)
  const text = await answer.text()
  expect(text).not.toContain('secret of the house')
  expect(text).toContain(answer.headers.get('X-Request-Id') ?? 'no id')
})

test('a form that was opened at another address says where the console is', async () => {
  await using testConsole = await startConsole()
  const body = new URLSearchParams({ csrf: 'x', name: 'alice', password: memberPassword })
  const signIn = (origin: string) =>
    fetch(`${testConsole.url}/sign-in`, { method: 'POST', headers: { Origin: origin }, body })
  const elsewhere = await signIn('http://192.0.2.7:8082')
  expect(elsewhere.status).toBe(403)
  expect(await elsewhere.text()).toContain('This console is set up for')
  const here = await signIn(new URL(testConsole.url).origin)
  expect(await here.text()).not.toContain('This console is set up for')
})
