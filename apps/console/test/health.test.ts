import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOwnStore } from '@pictoglyph/site/blobs/own-store'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { checkParts } from '../src/operators/overview/health.ts'

test('a part that fails is shown with what its system said, not with what visitors are told', async () => {
  const directory = join(tmpdir(), `health-${crypto.randomUUID()}`)
  await using _folder = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
  const full = await createFilesystemBlobStore({ directory, minFreeBytes: 2 ** 60 })
  const [health] = await checkParts([{ name: 'blobs', check: full.checkHealth }], 'zh-CN')
  expect(health?.problem?.language).toBe('en')
  expect(health?.problem?.words).toMatch(/^The disk is full: \d+ bytes are free, \d+ are needed\.$/)
})

test('a part that fails without a reason of its system is shown with its own', async () => {
  const check = () => Promise.reject(new Error('no rows'))
  expect(await checkParts([{ name: 'database', check }], 'en')).toMatchObject([
    { problem: { words: 'no rows' } },
  ])
})

test('a part about which an operator can do something is shown with that, in their language', async () => {
  const directory = join(tmpdir(), `health-${crypto.randomUUID()}`)
  await using _folder = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
  const store = await createFilesystemBlobStore({ directory })
  await store.claim('another')
  const database = await createSqliteDatabase({ path: join(directory, 'site.db') })
  const check = createOwnStore(store, database).blobs.checkHealth
  const checks = [{ name: 'blobs', check }] as const
  const [english] = await checkParts(checks, 'en')
  expect(english?.problem).toEqual({
    words: expect.stringContaining('belongs to another site'),
    language: 'en',
  })
  const [chinese] = await checkParts(checks, 'zh-CN')
  expect(chinese?.problem).toEqual({ words: expect.stringContaining('属于另一个站点'), language: 'zh-CN' })
  await database.close()
})
