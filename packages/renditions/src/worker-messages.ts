/*
 * What a worker reads and writes. A request is a job as JSON, the bytes of a file in any number of parts, and an empty
 * part; an answer is a result and one part. Each part is framed.
 */
import { frame } from './frame.ts'
import type { EndJob, SharpJob } from './sharp-job.ts'
import type { TakeBytes } from './take-bytes.ts'

/** A job, and the bytes of its file. */
export interface WorkerRequest {
  job: SharpJob | EndJob
  bytes: Uint8Array
}

/** The result of a job, as in `workerExit`, with its output or the reason. */
export interface WorkerAnswer {
  result: number
  bytes: Uint8Array
}

/** The last part of a request. */
export const lastPart = frame(new Uint8Array())

/** The first part of a request. */
export function frameJob(job: SharpJob | EndJob): Uint8Array {
  return frame(new TextEncoder().encode(JSON.stringify(job)))
}

/** Reads the next request; `undefined` if there is none any more, or not all of it. */
export async function readRequest(take: TakeBytes): Promise<WorkerRequest | undefined> {
  const job = await readPart(take)
  if (job === undefined) return undefined
  const parts: Uint8Array[] = []
  for (;;) {
    const part = await readPart(take)
    if (part === undefined) return undefined
    if (part.length === 0) break
    parts.push(part)
  }
  const { buffer, byteOffset, byteLength } = Buffer.concat(parts)
  const bytes = new Uint8Array(buffer, byteOffset, byteLength)
  return { job: JSON.parse(new TextDecoder().decode(job)) as SharpJob | EndJob, bytes }
}

export function frameAnswer({ result, bytes }: WorkerAnswer): Uint8Array {
  return Buffer.concat([Uint8Array.of(result), frame(bytes)])
}

/** Reads an answer; `undefined` if it is cut short, or its part is larger than allowed. */
export async function readAnswer(take: TakeBytes, maxBytes: number): Promise<WorkerAnswer | undefined> {
  const result = await take(1)
  const bytes = result && (await readPart(take, maxBytes))
  return bytes && { result: result[0]!, bytes }
}

async function readPart(
  take: TakeBytes,
  maxBytes = Number.MAX_SAFE_INTEGER,
): Promise<Uint8Array | undefined> {
  const header = await take(4)
  if (header === undefined) return undefined
  const length = new DataView(header.buffer).getUint32(0)
  return length > maxBytes ? undefined : await take(length)
}
