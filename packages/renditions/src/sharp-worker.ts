/*
 * Does jobs on image files, one after the other, until its input ends. It is a process of its own because hostile files
 * attack decoders: an attack then only reaches a process that holds no secret and no image of another owner, under
 * limits set by its parent.
 */
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import type { SharpConstructor } from 'sharp'
import { findJpegEnd } from './jpeg-end.ts'
import { messageOf } from './message-of.ts'
import { allowOnly, render } from './render.ts'
import { type EndJob, workerExit } from './sharp-job.ts'
import { takeBytesOfFile } from './take-bytes.ts'
import { frameAnswer, readRequest, type WorkerAnswer, type WorkerRequest } from './worker-messages.ts'

const lowestPriority = 19
const standardInput = 0

/** A supervisor may signal each process of a service. The server itself ends this process when its work is over. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

function stepBack(): void {
  os.setPriority(lowestPriority)
  try {
    // Out of memory, Linux kills this process and not the server.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file, and some sandboxes forbid writing it.
  }
}

async function loadSharp(): Promise<SharpConstructor> {
  try {
    const sharp = (await import('sharp')).default
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  } catch (error) {
    process.stderr.write(messageOf(error))
    process.exit(workerExit.noSharp)
  }
}

async function answerTo(sharp: SharpConstructor, { job, bytes }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    const work = 'scanFrom' in job ? findEnd(sharp, bytes, job) : render(sharp, bytes, job)
    return { result: workerExit.made, bytes: await work }
  } catch (error) {
    return { result: workerExit.refused, bytes: new TextEncoder().encode(messageOf(error)) }
  }
}

async function findEnd(sharp: SharpConstructor, bytes: Uint8Array, job: EndJob): Promise<Uint8Array> {
  allowOnly(sharp, 'image/jpeg')
  const end = await findJpegEnd(sharp, bytes, job)
  if (end === undefined) throw new Error('Rows are missing.')
  return new TextEncoder().encode(String(end))
}

stepBack()
const sharp = await loadSharp()
const take = takeBytesOfFile(standardInput)
for (;;) {
  const request = await readRequest(take)
  if (request === undefined) break
  await Bun.write(Bun.stdout, frameAnswer(await answerTo(sharp, request)))
}
