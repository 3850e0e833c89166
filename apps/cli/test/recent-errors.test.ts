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

test('of failed requests the last hundred are remembered, and nothing that was no request', () => {
  let nowMs = 0
  const { log, list } = rememberErrors(createLog('silent'), () => nowMs++)
  const facts = { service: 'images', method: 'GET', path: '/p', code: 'INTERNAL' }
  for (let n = 0; n <= 100; n++) log.error({ requestId: `${n}`, ...facts }, 'request failed')
  log.error(facts, 'not of a request')
  expect(list()).toHaveLength(100)
  expect(list()[0]).toEqual({ atMs: 100, requestId: '100', message: '', ...facts })
  expect(list().at(-1)?.requestId).toBe('1')
  log.error({ requestId: 'bare' }, 'request failed')
  const empty = { service: '', method: '', path: '', code: '', message: '' }
  expect(list()[0]).toEqual({ atMs: 101, requestId: 'bare', ...empty })
})
