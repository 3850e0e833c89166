import { expect, test } from 'bun:test'
import { openRawUpload } from '@pictoglyph/http/test/upload/raw-upload'
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
    operator.post('/access/add', { list: 'block', network: '192.0.2.1', note: '', more: 'x'.repeat(bytes) })
  expect((await paste(2_000_000)).status).toBe(303)
  const long = await paste(2_200_000)
  expect(long.status).toBe(400)
  expect(await long.text()).toContain('A form has at most 2097152 bytes.')
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
