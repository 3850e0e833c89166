import { expect, test } from 'bun:test'
import type { RawUpload } from '@pictoglyph/web/test/upload/raw-upload'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { openUpload } from './support/raw-upload.ts'
import { uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

const patient = { maxInFlight: 5, maxOfOneUser: 2, idleMs: 20_000, overallMs: 20_000 }

test('an upload that stalls is ended with 408', async () => {
  await using testConsole = await startConsole({ uploads: { ...patient, idleMs: 150 } })
  using upload = await openUpload(testConsole, await visitorOf(testConsole, 'kim'))
  expect(await upload.answer).toStartWith('HTTP/1.1 408')
  expect(await upload.answer).toContain('The upload stalled.')
})

test('an upload that drips for longer than the deadline is ended', async () => {
  await using testConsole = await startConsole({ uploads: { ...patient, overallMs: 600 } })
  using upload = await openUpload(testConsole, await visitorOf(testConsole, 'kim'))
  const drip = setInterval(() => upload.send('x'), 40)
  expect(await upload.answer).toContain('The upload took too long.')
  clearInterval(drip)
})

test('an upload without a body is refused at once', async () => {
  await using testConsole = await startConsole({ uploads: patient })
  const visitor = await visitorOf(testConsole, 'kim')
  const headers = {
    'X-CSRF-Token': await visitor.token(),
    'Content-Type': 'multipart/form-data; boundary=frontier',
    Accept: 'application/json',
  }
  const answer = await visitor.send('/upload', { method: 'POST', headers })
  expect(answer.status).toBe(400)
})

test('one member takes a share of the uploads at once, and the others can upload', async () => {
  await using testConsole = await startConsole({ uploads: patient })
  const [kim, lee] = [await visitorOf(testConsole, 'kim'), await visitorOf(testConsole, 'lee')]
  using held = new DisposableStack()
  for (let count = 0; count < patient.maxOfOneUser; count++) held.use(await openUpload(testConsole, kim))
  await untilRefused(() => openUpload(testConsole, kim))
  expect((await uploadPicture(lee)).status).toBe(303)
})

test('more uploads at once than the console takes get 503, and room comes back', async () => {
  await using testConsole = await startConsole({ uploads: patient })
  const visitors = await Promise.all(['kim', 'lee', 'mia'].map((name) => visitorOf(testConsole, name)))
  const [kim, lee, mia] = visitors as [Visitor, Visitor, Visitor]
  {
    using held = new DisposableStack()
    for (const visitor of [kim, kim, lee, lee, mia]) held.use(await openUpload(testConsole, visitor))
    await untilRefused(() => openUpload(testConsole, mia))
  }
  while ((await uploadPicture(mia)).status !== 303) await Bun.sleep(20)
})

async function visitorOf(testConsole: ConsoleUnderTest, name: string): Promise<Visitor> {
  return createSignedInVisitor(testConsole, await testConsole.addMember(name))
}

/** Those opened before may not have reached the server yet. */
async function untilRefused(open: () => Promise<RawUpload>): Promise<void> {
  using held = new DisposableStack()
  for (let tries = 0; tries < 100; tries++) {
    const upload = held.use(await open())
    const answer = await Promise.race([upload.answer, Bun.sleep(200)])
    if (answer === undefined) continue
    expect(answer).toStartWith('HTTP/1.1 503')
    expect(answer).toMatch(/retry-after: \d+/i)
    expect(answer).toContain('"code":"OVERLOADED"')
    return
  }
  throw new Error('no upload was refused')
}
