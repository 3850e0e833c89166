import { expect, test } from 'bun:test'
import { join } from 'node:path'

test('a worker that can not be started in the place of a dead one is started later, and the others go on', async () => {
  const pool = Bun.spawn([process.execPath, join(import.meta.dir, 'one-worker.ts')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output, exitCode] = await Promise.all([new Response(pool.stdout).text(), pool.exited])
  expect(output.trim().split('\n')).toEqual([
    'a worker ended',
    'a worker could not be started',
    'started anew',
  ])
  expect(exitCode).toBe(0)
}, 30_000)
