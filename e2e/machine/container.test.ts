import { test } from 'bun:test'
import { join } from 'node:path'
import { root } from '../house/markdown.ts'
import { bringBaseImages, bringStores } from './container-images.ts'
import { tryOneContainer, tryReplicas } from './containers.ts'
import { exportRepository } from './debian.ts'
import { startMachine } from './machine.ts'
import { clone } from './typed-guide.ts'

// It takes minutes, and root on Debian: `npm run test:machine`.
if (process.env.PICTOGLYPH_TEST_MACHINE === '1') {
  test('the page on containers, typed on a fresh machine with Docker', async () => {
    await using machine = await startMachine('trixie', ['docker.io', 'docker-cli', 'docker-compose'])
    await exportRepository(root, join(machine.root, clone))
    await bringBaseImages(machine)
    await tryOneContainer(machine)
    await bringStores(machine)
    await tryReplicas(machine)
  }, 2_700_000)
}
