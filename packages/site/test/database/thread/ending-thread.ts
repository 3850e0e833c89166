/* The thread that writes, with two doors: asked for its end or a fault, it comes to that in mid transaction. */
import { Database } from 'bun:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

parentPort?.on('message', (calls: { method: string }[]) => {
  const door = calls.find(({ method }) => method === 'end' || method === 'fault')
  if (door === undefined) return
  new Database(String(workerData)).run('BEGIN IMMEDIATE')
  if (door.method === 'end') process.exit(3)
  throw new Error('a fault in the thread')
})

// It hears of what it does not know after the doors have.
await import('../../../src/database/thread/thread.ts')
