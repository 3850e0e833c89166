import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { receiveError, sendError } from '../../src/database/store-calls.ts'
import { startWriterThread } from '../../src/database/thread/database.ts'
import { Failure } from '../../src/language/failure.ts'
import { temporaryFolder } from './sqlite-files.ts'

test('a method that a store does not have is refused, and the error tells where in the thread', async () => {
  await using folder = await temporaryFolder()
  const thread = await startWriterThread(join(folder.path, 'site.sqlite'))
  const called = thread.call({ store: 'settings', method: 'forgotten', parameters: [], nowMs: null })
  const error: unknown = await called.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  await thread.close()
  expect(error).toMatchObject({ name: 'TypeError', message: expect.stringContaining('settings.forgotten') })
  expect((error as Error).stack).toContain('thread/thread.ts')
})

test('an error keeps its name, its code and its stack on the way from the thread, and so does a failure’s cause', () => {
  const cause = Object.assign(new RangeError('too far'), { code: 'EFAR' })
  const received = receiveError(structuredClone(sendError(cause)))
  expect(received).toMatchObject({
    name: 'RangeError',
    message: 'too far (EFAR)',
    code: 'EFAR',
    stack: cause.stack,
  })
  const failure = receiveError(structuredClone(sendError(new Failure({ code: 'STORAGE_FAILED' }, { cause }))))
  expect(failure).toMatchObject({ code: 'STORAGE_FAILED', cause: { name: 'RangeError', stack: cause.stack } })
})
