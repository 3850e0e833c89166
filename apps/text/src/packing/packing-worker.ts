/** The packing thread's program: reports that it is ready, then runs one job at a time. */
import { parentPort } from 'node:worker_threads'
import { createCharsetIndex } from '@pictoglyph/codec/charset-index'
import { CodecError } from '@pictoglyph/codec/failure'
import { pack, preparePacking, unpack } from '@pictoglyph/codec/packing/packing'
import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { detectOne } from '../decrypt/detect-one.ts'
import type { PackingJob, PackingMessage } from './packing-thread.ts'

const port = parentPort
if (port === null) throw new Error('This program runs in a thread.')

const say = (message: PackingMessage) => port.postMessage(message)
const indexOf = memoizeLast((charsets: string) => createCharsetIndex(JSON.parse(charsets)))

function result(job: PackingJob): PackingMessage {
  switch (job.kind) {
    case 'pack':
      return { kind: 'packed', packed: pack(job.text) }
    case 'unpack':
      return { kind: 'unpacked', text: unpack(job.packing, job.bytes) }
    case 'detect': {
      const { charset, ...detection } = detectOne(job.cipher, indexOf(job.charsets))
      return { kind: 'detected', charsetId: charset.id, detection }
    }
  }
}

function resultOrRefusal(job: PackingJob): PackingMessage {
  try {
    return result(job)
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    return { kind: 'refused', code: error.code, message: error.message }
  }
}

port.on('message', (job: PackingJob) => say(resultOrRefusal(job)))
preparePacking()
say({ kind: 'ready' })
