import { expect, test } from 'bun:test'
import { openRawUpload } from '@pictoglyph/web/test/upload/raw-upload'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor, createVisitor } from './support/visitor.ts'

test('somebody who has not signed in may send what signing in needs, and no more', async () => {
  await using testConsole = await startConsole()
  const { name, password } = testConsole.admin
  const visitor = createVisitor(testConsole)
  const long = await visitor.post('/sign-in', { name, password, return: `/${'a'.repeat(16 * 1024)}` })
  expect(long.status).toBe(400)
  expect(await long.text()).toContain('A form has at most 16384 bytes.')
  const fitting = await visitor.post('/sign-in', { name, password, return: `/${'a'.repeat(8 * 1024)}` })
  expect(fitting.status).toBe(303)
})

test('an operator may paste two megabytes, and no more', async () => {
  await using testConsole = await startConsole()
  const operator = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const paste = (bytes: number) =>
    operator.post('/settings/networks/add', {
      list: 'block',
      network: '192.0.2.1',
      note: '',
      more: 'x'.repeat(bytes),
    })
  expect((await paste(2_000_000)).status).toBe(303)
  const long = await paste(2_200_000)
  expect(long.status).toBe(400)
  expect(await long.text()).toContain('A form has at most 2097152 bytes.')
})

test('a form of the most bytes is read, and one byte more is refused, for strangers, members and lists', async () => {
  await using testConsole = await startConsole()
  const stranger = createVisitor(testConsole)
  const member = await createSignedInVisitor(testConsole, await testConsole.addMember('kim'))
  for (const [visitor, path, most] of [
    [stranger, '/sign-in', 16_384],
    [stranger, '/language', 16_384],
    [member, '/albums', 65_536],
    [member, '/images/delete', 2_097_152],
  ] as const) {
    const opening = `csrf=${await visitor.token()}&language=en&more=`
    for (const [bytes, isRead] of [
      [most, true],
      [most + 1, false],
    ] as const) {
      const answer = await visitor.send(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: opening.padEnd(bytes, 'x'),
      })
      const text = await answer.text()
      expect([path, bytes, !text.includes(`A form has at most ${most} bytes.`)]).toEqual([
        path,
        bytes,
        isRead,
      ])
      if (!isRead) expect(answer.status).toBe(400)
    }
  }
})

test('a form holds 10,100 different fields, however often each comes', async () => {
  await using testConsole = await startConsole()
  const member = await createSignedInVisitor(testConsole, await testConsole.addMember('kim'))
  const csrf = await member.token()
  const refusal = 'A form holds at most 10000 values.'
  for (const [others, isRead] of [
    [10_099, true],
    [10_100, false],
  ] as const) {
    const fields = Array.from({ length: others }, (_, at) => `f=${at}`)
    const answer = await member.send('/images/delete', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: [`csrf=${csrf}`, ...fields, ...Array<string>(500).fill('f=1')].join('&'),
    })
    expect((await answer.text()).includes(refusal)).toBe(!isRead)
  }
})

test('a body that names no type is no form', async () => {
  await using testConsole = await startConsole()
  const member = await createSignedInVisitor(testConsole, await testConsole.addMember('kim'))
  const body = new TextEncoder().encode(`csrf=${await member.token()}&name=Travel`)
  const answer = await member.send('/albums', { method: 'POST', body })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('The body must be application/x-www-form-urlencoded.')
})

test('a form that stalls is ended with 400', async () => {
  await using testConsole = await startConsole({
    uploads: { maxInFlight: 1, maxOfOneUser: 1, idleMs: 50, overallMs: 20_000 },
  })
  const { url } = testConsole
  const head = [
    'POST /sign-in HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Origin: ${url}`,
    'Accept: application/json',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 1000',
  ]
  using form = await openRawUpload({ url, head, opening: 'name=a' })
  const answer = await form.answer
  expect(answer).toStartWith('HTTP/1.1 400')
  expect(answer).toContain('The form stalled.')
})

test('a form has 64 KiB, but for the routes that need more', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('kim'))
  const long = await visitor.post('/albums', { name: 'x'.repeat(70_000) })
  expect(long.status).toBe(400)
  expect(await long.text()).toContain('A form has at most 65536 bytes.')
  const late = new URLSearchParams({ id: 'x'.repeat(70_000), csrf: await visitor.token() })
  const unproven = await visitor.send('/images/delete', { method: 'POST', body: late })
  expect(await unproven.text()).toContain('A form has at most 65536 bytes.')
})

test('a wrong token that comes first is refused before the rest of the form', async () => {
  await using testConsole = await startConsole()
  const { url } = testConsole
  const head = [
    'POST /sign-in HTTP/1.1',
    `Host: ${new URL(url).host}`,
    `Origin: ${url}`,
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 1000',
  ]
  using form = await openRawUpload({ url, head, opening: 'csrf=wrong&name=a' })
  // The rest is read and dropped before the answer, without being kept.
  form.send('x'.repeat(983))
  while (testConsole.events.length === 0) await Bun.sleep(5)
  expect(await Promise.race([form.answer.then(() => 'closed'), Bun.sleep(100)])).not.toBe('closed')
  expect(testConsole.events.map(({ event }) => event)).toEqual(['csrf.refused'])
})

test('the forms of one member hold a share of the memory, and the others send theirs', async () => {
  const nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const [kim, lee] = await Promise.all(
    ['kim', 'lee'].map(async (name) => createSignedInVisitor(testConsole, await testConsole.addMember(name))),
  )
  const csrf = await kim!.token()
  const cookie = [...kim!.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [
    'POST /images/delete HTTP/1.1',
    `Host: ${new URL(testConsole.url).host}`,
    `Origin: ${testConsole.url}`,
    `Cookie: ${cookie}`,
    'Accept: application/json',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 2000000',
  ]
  using held = new DisposableStack()
  const opening = `csrf=${csrf}&id=${'x'.repeat(1_900_000)}`
  const forms = await Promise.all(
    Array.from({ length: 4 }, () => openRawUpload({ url: testConsole.url, head, opening })),
  )
  for (const form of forms) held.use(form)
  const sendAnother = async () => (await kim!.post('/images/delete', { id: 'x'.repeat(2_000_000) })).status
  // What was sent above arrives a little later than the sockets are open.
  while ((await sendAnother()) !== 503);
  expect(await sendAnother()).toBe(503)
  const theirs = await lee!.post('/albums', { name: 'Travel' })
  expect(theirs.status).toBe(303)
  for (const form of forms) form.close()
  while ((await sendAnother()) === 503);
  const own = await kim!.post('/albums', { name: 'Travel' })
  expect(own.status).toBe(303)
  // One line of the log, however many were refused.
  const overloaded = testConsole.warnings.filter(({ code }) => code === 'OVERLOADED')
  expect(overloaded).toEqual([expect.objectContaining({ service: 'console', refused: 1 })])
})
