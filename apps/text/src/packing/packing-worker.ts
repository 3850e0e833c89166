/** The program of the packing thread: does one job at a time, once it has said that it is ready. */
import { parentPort } from 'node:worker_threads'
import { CodecError, pack, preparePacking, unpack } from '@pictoglyph/codec'
import type { PackingJob, PackingMessage } from './packing-thread.ts'

const port = parentPort
if (port === null) throw new Error('This program runs in a thread.')

const say = (message: PackingMessage) => port.postMessage(message)

function result(job: PackingJob): PackingMessage {
  if (job.kind === 'pack') return { kind: 'packed', packed: pack(job.text) }
  try {
    return { kind: 'unpacked', text: unpack(job.packing, job.bytes) }
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    return { kind: 'refused', code: error.code, message: error.message }
  }
}

port.on('message', (job: PackingJob) => say(result(job)))
preparePacking()
say({ kind: 'ready' })
