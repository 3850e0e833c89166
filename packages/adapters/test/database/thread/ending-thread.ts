/* The thread that writes, with two doors: asked for its end or a fault, it comes to that in mid transaction. */
import { Database } from 'bun:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

parentPort?.on('message', ({ method }: { method: string }) => {
  if (method !== 'end' && method !== 'fault') return
  new Database(String(workerData)).run('BEGIN IMMEDIATE')
  if (method === 'end') process.exit(3)
  throw new Error('a fault in the thread')
})

// It hears of what it does not know after the doors have.
await import('../../../src/database/sqlite/thread/thread.ts')
