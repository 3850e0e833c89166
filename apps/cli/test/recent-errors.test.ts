import { expect, test } from 'bun:test'
import { Failure } from '@pictoglyph/site/language/failure'
import { createLog, describeError } from '@pictoglyph/web/log'
import { rememberErrors } from '../src/serve/recent-errors.ts'

test('a failure is remembered with what the system said', () => {
  const { log, list } = rememberErrors(createLog('silent'), () => 1)
  const cause = new Error('not a word of the disk', { cause: new Error('The disk is full.') })
  const error = describeError(new Failure({ code: 'STORAGE_FAILED' }, { cause }))
  log.error({ requestId: 'one', error }, 'not ready')
  log.error({ requestId: 'two', error: describeError(new Error('plain')) }, 'request failed')
  expect(list().map(({ message }) => message)).toEqual(['plain', 'The disk is full.'])
})
