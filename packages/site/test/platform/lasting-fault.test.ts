import { expect, test } from 'bun:test'
import { constants } from 'node:os'
import { Failure, toldOf } from '../../src/language/failure.ts'
import { faults, isLasting } from '../../src/platform/lasting-fault.ts'
import { storageFailed } from '../../src/platform/storage-failure.ts'

const systemError = (code: string) => Object.assign(new Error(code), { code })

test('of every code of the system it is known whether the fault stays', () => {
  // The system may have two names for one number, of which it tells either.
  expect(Object.keys(faults).toSorted()).toEqual(Object.keys(constants.errno).toSorted())
})

test('nobody is told to try again later what stays until it is mended, in either language', () => {
  for (const [code, duration] of Object.entries(faults)) {
    const failure = storageFailed(new Error('outer', { cause: systemError(code) }))
    const texts = [
      failure.message,
      ...(['en', 'zh-CN'] as const).map((each) => toldOf(failure.facts, each).message),
    ]
    const isToldAgain = texts.map((text) => /Try again later|请稍后再试/.test(text))
    expect([code, isToldAgain]).toEqual([code, Array(3).fill(duration === 'passing')])
  }
})

test.each([
  ['EACCES', true],
  ['EROFS', true],
  ['EXDEV', true],
  ['ENOSPC', false],
  ['EIO', false],
  ['EMFILE', false],
  ['SQLITE_READONLY_DIRECTORY', true],
  ['SQLITE_IOERR_SHMMAP', true],
  ['SQLITE_NOTADB', true],
  ['SQLITE_IOERR_SHMSIZE', false],
  ['SQLITE_BUSY', false],
  ['SQLITE_FULL', false],
  ['SQLITE_IOERR_FSYNC', false],
  ['', false],
])('it is known whether %s stays', (code, stays) => {
  expect(isLasting(systemError(code))).toBe(stays)
})

test('a failure is passed on as it is', () => {
  const failure = new Failure({ code: 'BLOB_MISSING', address: 'a' })
  expect(storageFailed(failure)).toBe(failure)
})
