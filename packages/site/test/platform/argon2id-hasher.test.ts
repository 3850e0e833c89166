import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { createPasswordHasher } from '../../src/platform/argon2id-hasher.ts'

test('a password is right under its own hash and no other', async () => {
  const passwords = createPasswordHasher()
  const hash = await passwords.hash('correct horse')
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(await passwords.verify('correct horse', hash)).toBe(true)
  expect(await passwords.verify('correct horses', hash)).toBe(false)
  expect(await passwords.verify('correct horse', hash.slice(0, -30))).toBe(false)
  expect(await passwords.verify('', '')).toBe(false)
})

test('files are read while many passwords wait to be checked', async () => {
  const passwords = createPasswordHasher()
  const hash = await passwords.hash('correct horse')
  let checked = 0
  const many = 20 * availableParallelism()
  const checks = Array.from({ length: many }, async () => {
    await passwords.verify('wrong', hash)
    checked += 1
  })
  for (let files = 0; files < 5; files++) await readFile(import.meta.path)
  expect(checked).toBeLessThan(many / 2)
  await Promise.all(checks)
})
