import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { checkParts } from '../src/operators/overview/health.ts'

test('a part that fails is shown with what its system said, not with what visitors are told', async () => {
  const directory = join(tmpdir(), `health-${crypto.randomUUID()}`)
  await using _folder = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
  const full = await createFilesystemBlobStore({ directory, minFreeBytes: 2 ** 60 })
  const [health] = await checkParts([{ name: 'blobs', check: full.checkHealth }])
  expect(health?.problem).toMatch(/^The disk is full: \d+ bytes are free, \d+ are needed\.$/)
})

test('a part that fails without a reason of its system is shown with its own', async () => {
  const check = () => Promise.reject(new Error('no rows'))
  expect(await checkParts([{ name: 'database', check }])).toMatchObject([{ problem: 'no rows' }])
})
