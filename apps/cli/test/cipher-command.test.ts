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
}, 30_000)

test('a key is given or read from a file, not both', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'key')
  await Bun.write(file, 'k')
  for (const words of [['encode', '--preset', 'rc4'], ['decode']]) {
    const { code, message } = await refusal([...words, '--key-file', file, '--key', 'k'])
    expect(code).toBe('BAD_REQUEST')
    expect(message).toContain('--key-file')
  }
}, 30_000)

test('a byte order mark at the beginning of a key file is not part of the key', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'key')
  await Bun.write(file, '\ufeff钥匙\r\nmore')
  const encoded = await pictoglyph({}, ['encode', '--preset', 'rc4', '--key-file', file], 'a')
  const decoded = await pictoglyph({}, ['decode', '--key', '钥匙'], encoded.out)
  expect(decoded.out).toBe('a')
}, 30_000)

test('a cipher is found between the words of a message, in a set that nobody named', async () => {
  const encoded = await pictoglyph({}, ['encode', '--symbols', '咕咚嘟锵'], '你好')
  const message = `小明：${encoded.out.trim()}！看懂了吗？`
  const decoded = await pictoglyph({}, ['decode', '--json'], message)
  expect(JSON.parse(decoded.out)).toEqual({ text: '你好', algoType: 'RAW', charsetName: '咕咚嘟锵' })
}, 30_000)

test('a cipher whose look-alikes were exchanged on its way is read', async () => {
  const encoded = await pictoglyph({}, ['encode', '--preset', 'compact'], '你好')
  const decoded = await pictoglyph({}, ['decode'], encoded.out.replaceAll('~', '〜'))
  expect(decoded.out).toBe('你好')
}, 30_000)

test('what may be a part of another cipher is refused, and shown as that', async () => {
  const classic = await pictoglyph({}, ['encode'], '在吗\u202e')
  const body = Array.from(classic.out.trim()).slice(3, -1).join('')
  const { code, message } = await refusal(['decode'], body)
  expect([code, message]).toEqual([
    'DECODE_FAIL',
    expect.stringMatching(/may be a part of another cipher.*: 在吗/),
  ])
  const plain = await pictoglyph({}, ['decode'], body)
  expect([plain.code, plain.out]).toEqual([1, ''])
  expect(plain.err).toContain('在吗\\u202e')
}, 30_000)

test('all texts of a message are written, and where more could not be read', async () => {
  const [first, second] = await Promise.all(
    ['在吗？我到楼下了', '好的，马上下来'].map(async (text) =>
      (await pictoglyph({}, ['encode'], text)).out.trim(),
    ),
  )
  const message = `小明：${first}\n小红：${second}，${first!.slice(0, -9)}`
  const { code, out, err } = await pictoglyph({}, ['decode'], message)
  expect([code, out]).toEqual([0, '在吗？我到楼下了\n好的，马上下来'])
  expect(err).toContain('More could not be read, after text 2.')
}, 30_000)

test('the help of encode says what each preset is worth', async () => {
  const { out } = await pictoglyph({}, ['encode', '--help'])
  const help = out.replaceAll(/\s+/g, ' ')
  expect(help).toContain(
    'classic, compact (fun); keyperm, streamxor, vigenere, rc4 (obfuscation); aesgcm, aesgcm-strong (secret)',
  )
}, 30_000)

test('a missing key is asked for by its options, and the algorithm is named', async () => {
  const encoded = await pictoglyph({}, ['encode', '--preset', 'vigenere', '--key', 'k'], 'a')
  for (const [words, input] of [
    [['encode', '--preset', 'vigenere'], 'a'],
    [['encode', '--preset', 'vigenere', '--key', ''], 'a'],
    [['decode'], encoded.out],
  ] as const) {
    const { code, message } = await refusal(words, input)
    expect([code, message]).toEqual([
      'BAD_REQUEST',
      'VIGENERE needs a key. An empty one is none. Give it with --key or --key-file.',
    ])
  }
}, 30_000)

test('an unknown set or preset is refused with those there are', async () => {
  expect((await refusal(['encode', '--charset', 'Roar'])).message).toMatch(
    /"Roar".*: roar, meow, .*kitten\.$/,
  )
  expect((await refusal(['encode', '--preset', 'RC4'])).message).toMatch(
    /"RC4".*: classic, .*aesgcm-strong\.$/,
  )
}, 30_000)

test('UTF-16 is named as what it is, and what to do', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'key')
  for (const bytes of [Buffer.from('\ufeffkey', 'utf16le'), Buffer.from('\ufeffkey', 'utf16le').swap16()]) {
    await Bun.write(file, bytes)
    const { message } = await refusal(['encode', '--preset', 'rc4', '--key-file', file])
    expect(message).toContain(file)
    expect(message).toMatch(/looks like UTF-16.*Save it as UTF-8/)
  }
  for (const bytes of [
    [0x6b, 0xe9],
    [0xff, 0x6b],
    [0xfe, 0x6b],
    [0x6b, 0xfe],
    [0x6b, 0xff],
  ]) {
    await Bun.write(file, Uint8Array.from(bytes))
    expect((await refusal(['encode', '--preset', 'rc4', '--key-file', file])).message).toBe(
      `${file} is not valid UTF-8.`,
    )
  }
}, 30_000)

test('of no input, decode says that there is none', async () => {
  for (const nothing of ['', ' \n'])
    expect((await refusal(['decode'], nothing)).message).toBe(
      'There is no cipher: nothing came, or only white space.',
    )
}, 30_000)
