import { expect, test } from 'bun:test'
import { numberPlaceholders } from '../../src/rows/postgres/engine.ts'

test('placeholders are numbered from left to right', () => {
  const text = 'INSERT INTO t VALUES (?, ?) ON CONFLICT DO UPDATE SET a = ?'
  expect(numberPlaceholders(text)).toBe('INSERT INTO t VALUES ($1, $2) ON CONFLICT DO UPDATE SET a = $3')
  expect(numberPlaceholders('SELECT 1')).toBe('SELECT 1')
})
