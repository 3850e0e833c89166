/*
 * Starts a pool of one worker, which is this file again, lets it die where no process can be started, and says
 * `started anew` once one can be and is.
 */
import { readFileSync } from 'node:fs'
import type { Log } from '@pictoglyph/web/log'
import { startWorkers } from '../src/serve/workers/worker-pool.ts'

if (process.argv.includes('--worker')) {
  process.on('disconnect', () => process.exit())
  process.send?.({ kind: 'serving', services: [] })
} else {
  const { execPath } = process
  const log: Log = {
    info: () => {},
    warn: () => {},
    error(_, message) {
      console.log(message)
      if (message === 'a worker could not be started') process.execPath = execPath
    },
  }
  const workers = startWorkers(1, log)
  await workers.serving
  const [first = 0] = children()
  process.execPath = '/nowhere/bun'
  process.kill(first, 'SIGKILL')
  while (children().length === 0 || children().includes(first)) await Bun.sleep(10)
  console.log('started anew')
  await workers.stop()
}

function children(): number[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
}
