import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dir, '../src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

test('the sources import nothing but each other and noble', () => {
  for (const file of files) {
    const imports = readFileSync(join(source, file), 'utf8').matchAll(/from '([^']+)'/g)
    for (const [, from] of imports)
      expect(from).toMatch(/^(\.\.?\/([a-z]+\/)?[a-z0-9-]+\.ts|@noble\/(ciphers|hashes)\/[a-z0-9]+\.js)$/)
  }
})

test('the sources name no global of a server runtime but the Buffer they can do without', () => {
  for (const file of files) {
    const code = readFileSync(join(source, file), 'utf8')
    expect(code).not.toMatch(/\b(Bun|process|require|import\.meta)\b[.(]/)
    expect(file === 'unit-scratch.ts' || !code.includes('Buffer?')).toBeTrue()
  }
})

/** Budget for a page that runs the codec alone, including the model's table. */
const maxCompressedBytes = 100_000

test('the codec is a module for pages, and works where there is no Buffer and no process', async () => {
  const bundle = await Bun.build({
    entrypoints: [join(source, 'index.ts')],
    target: 'browser',
    format: 'esm',
    minify: true,
  })
  const code = await bundle.outputs[0]!.text()
  const compressed = Bun.gzipSync(code, { level: 9 })
  expect(compressed.length).toBeLessThanOrEqual(maxCompressedBytes)
  const script = `
    const print = console.log
    delete globalThis.Buffer
    delete globalThis.process
    const codec = await import('data:text/javascript;base64,${Buffer.from(code).toString('base64')}')
    const index = codec.createCharsetIndex(codec.shippedCharsets)
    const random = (length) => crypto.getRandomValues(new Uint8Array(length))
    const text = '兽音 ' + String.fromCharCode(0xd83d) + ' ok'
    const seen = []
    for (const charset of codec.shippedCharsets) {
      for (const { id, scheme } of codec.shippedPresets) {
        if (id.startsWith('aesgcm') && (charset.id !== 'roar' || id.endsWith('strong'))) continue
        const cipher = await codec.encode({ text, charset, scheme, key: 'k', random, scrypt: codec.portableScrypt })
        const decoded = await codec.decode(codec.detect(cipher, index), { key: 'k', scrypt: codec.portableScrypt })
        seen.push(decoded === text)
      }
    }
    print(typeof Buffer, typeof process, seen.length, seen.every(Boolean))
  `
  const run = Bun.spawnSync([process.execPath, 'run', '-'], { stdin: Buffer.from(script) })
  expect(run.stderr.toString()).toBe('')
  expect(run.stdout.toString().trim()).toBe('undefined undefined 55 true')
}, 30_000)
