import { expect, test } from 'bun:test'
import { provePlantedSecrets } from './planted-secrets.ts'

test('keys, passwords, cipher keys and texts stand in no answer, log, file of the site or backup', async () => {
  const { placesSearched } = await provePlantedSecrets()
  expect(placesSearched).toBeGreaterThan(20)
}, 30_000)
