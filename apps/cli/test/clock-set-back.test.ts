import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { postUpload } from '@pictoglyph/images/test/post-upload'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { pictoglyph } from './command.ts'
import { serveNewSite } from './served-site.ts'

test('a key that was refused while the clock was ahead by a day works once the clock is right', async () => {
  const preload = join(import.meta.dir, 'clock-of-tomorrow.ts')
  const main = join(import.meta.dir, '../src/main.ts')
  await using site = await serveNewSite({ PICTOGLYPH_SERVICES: 'images' }, [
    process.execPath,
    '--preload',
    preload,
    main,
  ])
  const { userName, categoryId } = site.credentials
  const words = ['key', 'create', '--user', userName, '--expires', '1h', '--json']
  const made = await pictoglyph(site.variables, words)
  const { key } = JSON.parse(made.out)
  const upload = () =>
    postUpload(site.serving.images.replace(/\/$/, ''), { key, file: pngFile(1), fields: { categoryId } })
  expect((await upload()).status).toBe(401)
  process.kill(site.server.pid, 'SIGUSR2')
  // Its own wait is a second.
  while ((await upload()).status === 401) await Bun.sleep(100)
  expect((await upload()).status).toBe(200)
}, 30_000)
