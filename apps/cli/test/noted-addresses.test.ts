import { expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { pictoglyph } from './command.ts'
import { serveNewSite } from './served-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

const addresses = {
  PICTOGLYPH_IMAGES_URL: 'https://pictures.example',
  PICTOGLYPH_CONSOLE_URL: 'https://console.example',
}

test('a command whose environment names no address has those of the server', async () => {
  await using site = await serveNewSite(addresses)
  await using folder = await temporaryFolder()
  const { PICTOGLYPH_DATA_DIR = '' } = site.variables
  const run = async (words: readonly string[], variables: Record<string, string> = {}) => {
    const { out } = await pictoglyph({ PICTOGLYPH_DATA_DIR, ...variables }, [...words, '--json'])
    return JSON.parse(out)
  }
  const pictures = join(folder.path, 'pictures')
  await mkdir(pictures)
  await Bun.write(join(pictures, 'a.png'), pngOf(1))

  const imported = await run(['import', pictures, '--user', 'admin', '--old-base', 'https://old.example'])
  expect(await Bun.file(imported.redirects.nginx).text()).toContain('return 301 https://pictures.example/i/')
  expect((await run(['user', 'invite', 'ann'])).link).toStartWith('https://console.example/')
  const own = { PICTOGLYPH_CONSOLE_URL: 'https://elsewhere.example' }
  expect((await run(['user', 'invite', 'bob'], own)).link).toStartWith('https://elsewhere.example/')
}, 60_000)
