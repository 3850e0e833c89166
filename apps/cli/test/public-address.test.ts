import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { testWith } from '@pictoglyph/web/test/test-with'
import { defaultPublicUrl } from '../src/public-url.ts'
import { startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('an address that none was configured for leads to where the service listens', () => {
  const expected = {
    localhost: 'http://localhost:8080',
    '127.0.0.1': 'http://localhost:8080',
    '::1': 'http://localhost:8080',
    '0.0.0.0': 'http://localhost:8080',
    '::': 'http://localhost:8080',
    '0:0:0:0:0:0:0:0': 'http://localhost:8080',
    '::ffff:127.0.0.1': 'http://localhost:8080',
    '127.0.0.2': 'http://127.0.0.2:8080',
    '192.0.2.7': 'http://192.0.2.7:8080',
    '2001:DB8::7': 'http://[2001:db8::7]:8080',
    'pictures.example': 'http://pictures.example:8080',
  }
  const found = Object.keys(expected).map((host) => [host, defaultPublicUrl(host, 8080)])
  expect(Object.fromEntries(found)).toEqual(expected)
})

testWith('curl')(
  'at another address of the machine and any free port, the line and every link work',
  async () => {
    await using folder = await temporaryFolder()
    const variables = {
      PICTOGLYPH_DATA_DIR: join(folder.path, 'data'),
      PICTOGLYPH_HOST: '127.0.0.2',
      PICTOGLYPH_SERVICES: 'images',
      PICTOGLYPH_IMAGES_PORT: '0',
    }
    await using server = startPictoglyph(variables, ['serve'])
    const line = await server.printed(/^ *(curl .*)$/m)
    await server.printed(/images +(http)/)
    const child = Bun.spawn(['sh', '-c', `${line} --silent`], { stdout: 'pipe' })
    const { data } = JSON.parse(await new Response(child.stdout).text())
    expect(data.url).toStartWith('http://127.0.0.2:')
    for (const link of [data.url, data.pageUrl]) expect((await fetch(link)).status).toBe(200)
  },
)

test('a process that does not serve images says so beside the line', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: join(folder.path, 'data'),
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  await using server = startPictoglyph(variables, ['serve'])
  await server.printed(/text +(http)/)
  expect(server.out()).toContain('does not serve the images service')
})
