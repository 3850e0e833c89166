import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openTextService } from '@pictoglyph/client/test/text-service'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { testWith } from '@pictoglyph/web/test/test-with'
import { runCommand } from '../clients/run-command.ts'
import { openWorkFolder } from '../clients/work-folder.ts'

const examples = join(import.meta.dir, '../../examples')
const photograph = join(examples, 'photograph.jpg')

test('upload.ts uploads under Bun and, as a bundle, under Node', async () => {
  await using site = await openSite()
  await using folder = await openWorkFolder()
  const variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: site.apiKey }
  const program = join(examples, 'upload.ts')
  const underBun = await runCommand([process.execPath, program, photograph], { variables })
  expect([underBun.exitCode, underBun.stderr]).toEqual([0, ''])
  expect(underBun.stdout).toContain(`](${site.url}/i/`)

  const built = await Bun.build({ entrypoints: [program], target: 'node', outdir: folder.path })
  expect(built.success).toBe(true)
  const bundle = join(folder.path, 'upload.js')
  const underNode = await runCommand(['node', bundle, photograph], { variables })
  expect(underNode.exitCode).toBe(0)
  expect(underNode.stdout).toBe(underBun.stdout)
  expect(underNode.stderr).toContain('had been uploaded before')
})

test('upload.ts tells why an upload was refused', async () => {
  await using site = await openSite()
  const variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: site.apiKey }
  const program = join(examples, 'upload.ts')
  const { exitCode, stderr } = await runCommand([process.execPath, program, program], { variables })
  expect(exitCode).toBe(1)
  expect(stderr).toContain('(TYPE_NOT_ALLOWED)')
})

test('encrypt.ts brings the text back, with a key and without', async () => {
  await using site = await openSite()
  await using service = await openTextService(site.ports)
  const variables = { PICTOGLYPH_TEXT_URL: service.url }
  const program = join(examples, 'encrypt.ts')
  for (const words of [['Meet me at noon'], ['Meet me at noon', 'our secret']]) {
    const { exitCode, stdout } = await runCommand([process.execPath, program, ...words], { variables })
    expect(exitCode).toBe(0)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Meet me at noon')
  }
})

test('encrypt.ts takes a preset that keeps a secret where there is a key', async () => {
  await using site = await openSite()
  await using service = await openTextService(site.ports)
  const variables = { PICTOGLYPH_TEXT_URL: service.url }
  const command = [process.execPath, join(examples, 'encrypt.ts'), 'Meet me at noon', 'our secret']
  expect((await runCommand(command, { variables })).stdout).toStartWith('AES-256-GCM: ')
})

testWith('curl')('upload.sh prints a link, and the reason when there is none', async () => {
  await using site = await openSite()
  const variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: site.apiKey }
  const program = join(examples, 'upload.sh')
  const good = await runCommand([program, photograph], { variables })
  expect([good.exitCode, good.stderr]).toEqual([0, ''])
  expect((await fetch(good.stdout.trim())).headers.get('content-type')).toBe('image/jpeg')
  const bad = await runCommand([program, photograph, 'nowhere'], { variables })
  expect([bad.exitCode, bad.stdout]).toEqual([1, ''])
  expect(bad.stderr).toContain('CATEGORY_UNAVAILABLE')
})
