/** A packing thread that ends at a certain text, and otherwise works. */
import { parentPort } from 'node:worker_threads'
import type { PackingJob } from '../../src/packing/packing-thread.ts'

parentPort?.on('message', (job: PackingJob) => {
  if (job.kind === 'pack' && job.text.startsWith('throw')) throw new Error('thrown in the thread')
  if (job.kind === 'pack' && job.text.startsWith('exit')) process.exit(3)
})
await import('../../src/packing/packing-worker.ts')
