/** The second implementation, examples/python, against the test kit and this one. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { decodeSync } from '@pictoglyph/codec/decode'
import { detect } from '@pictoglyph/codec/detect'
import { encodeSync } from '@pictoglyph/codec/encode'
import { shippedCharsets } from '@pictoglyph/codec/shipped'

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const folder = join(import.meta.dir, '../../examples/python')
const hasCryptography =
  Bun.which('python3') !== null && Bun.spawnSync(['python3', '-c', 'import cryptography']).exitCode === 0

if (!hasCryptography)
  console.warn('python3-cryptography is not on this machine: the tests of examples/python are left out.')

// The longest texts take a minute: `PICTOGLYPH_PROOF=1`.
const isProof = process.env.PICTOGLYPH_PROOF === '1'
const parameters = isProof ? [] : ['--short']

function python(words: readonly string[], input = ''): { status: number; out: string; err: string } {
  const run = Bun.spawnSync(['python3', ...words], { cwd: folder, stdin: Buffer.from(input) })
  return { status: run.exitCode, out: run.stdout.toString(), err: run.stderr.toString() }
}

function pythonTest(name: string, run: () => void): void {
  if (hasCryptography) test(name, run, isProof ? 600_000 : 120_000)
}

pythonTest('Python reads and writes the cases of the test kit', () => {
  const { status, out } = python(['check_testkit.py', ...parameters])
  const [, cases] = /^(\d+) cases, 0 wrong\n$/.exec(out) ?? []
  expect(Number(cases)).toBeGreaterThan(500)
  expect(status).toBe(0)
})

pythonTest('the kit catches misreadings of the pages', () => {
  const { status, out } = python([join(import.meta.dir, 'mutants.py')])
  expect(out).toMatch(/^(\d+) of \1 misreadings caught\n/)
  expect(status).toBe(0)
})

// All of them take a quarter of an hour, without `--every`.
if (isProof)
  pythonTest('the kit catches small changes, one of twenty', () => {
    const { status, out } = python([join(import.meta.dir, 'small_changes.py'), '--every', '20'])
    expect(out).toMatch(/^(\d+) of \1 small changes caught;/)
    expect(status).toBe(0)
  })

pythonTest('each reads what the other writes', () => {
  const text = '周五晚上一起吃饭吗？See you at 7 pm 😀'
  const charset = shippedCharsets[0]!
  const request = { text, charset, key: 'otter', random }
  for (const type of ['RAW', 'KEYPERM', 'STREAMXOR', 'VIGENERE', 'RC4'] as const) {
    const cipher = encodeSync({ ...request, scheme: { kind: 'frame', type } })
    expect(python(['pictoglyph.py', 'decode', '--key', 'otter'], cipher).out).toBe(text)
    const written = python(['pictoglyph.py', 'encode', '--type', type, '--key', 'otter'], text).out
    expect(decodeSync(detect(written, createCharsetIndex(shippedCharsets)), 'otter')).toBe(text)
  }
})

pythonTest('the command takes sets of its own, and refuses by the words of the page', () => {
  const cipher = python(['pictoglyph.py', 'encode', '--symbols', 'wxyz'], 'hi').out
  expect(python(['pictoglyph.py', 'decode', '--symbols', '0123', 'wxyz'], cipher).out).toBe('hi')
  const refused = python(['pictoglyph.py', 'decode'], cipher)
  expect(refused).toEqual({ status: 1, out: '', err: 'refused: UNRECOGNIZED\n' })
})
