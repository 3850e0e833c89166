import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { explainSqliteFailure } from '../src/sqlite-failure.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a full disk, damage and a failing disk are told apart, and only damage asks for a backup', async () => {
  await using folder = await temporaryFolder()
  const told = (code: string) =>
    explainSqliteFailure(
      join(folder.path, 'site.db'),
      new Error('outer', { cause: Object.assign(new Error(), { code }) }),
    )
  for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT']) {
    expect(told(code)).toContain('the disk is full, and the rows are whole: make room')
  }
  for (const code of ['SQLITE_CORRUPT', 'SQLITE_NOTADB'])
    expect(told(code)).toContain('restore the last backup')
  expect(told('SQLITE_IOERR_READ')).toContain('the disk may be failing')
  expect(told('SQLITE_BUSY')).toBeUndefined()
})
