import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { pictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

async function refusal(words: readonly string[], input = 'a'): Promise<{ code: string; message: string }> {
  const { code, out, err } = await pictoglyph({}, [...words, '--json'], input)
  expect([words, code, out]).toEqual([words, 1, ''])
  return JSON.parse(err).error
}

test('a character set is named or given, not both', async () => {
  const { code, message } = await refusal(['encode', '--symbols', 'wxyz', '--charset', 'roar'])
  expect(code).toBe('BAD_REQUEST')
  expect(message).toContain('--symbols')
  expect(message).toContain('--charset')
  const given = await pictoglyph({}, ['encode', '--symbols', 'wxyz'], '兽')
  expect(given.out.trim()).toBe('zxwxxwyyxwwy')
}, 20_000)

test('a key is given or read from a file, not both', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'key')
  await Bun.write(file, 'k')
  for (const words of [['encode', '--preset', 'rc4'], ['decode']]) {
    const { code, message } = await refusal([...words, '--key-file', file, '--key', 'k'])
    expect(code).toBe('BAD_REQUEST')
    expect(message).toContain('--key-file')
  }
}, 20_000)

test('a byte order mark at the beginning of a key file is not part of the key', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'key')
  await Bun.write(file, '\ufeff钥匙\r\nmore')
  const encoded = await pictoglyph({}, ['encode', '--preset', 'rc4', '--key-file', file], 'a')
  const decoded = await pictoglyph({}, ['decode', '--key', '钥匙'], encoded.out)
  expect(decoded.out).toBe('a')
}, 20_000)
