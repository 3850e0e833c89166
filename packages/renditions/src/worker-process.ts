import { closeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import { ownProgram } from '@pictoglyph/site/platform/own-program'
import { frame } from './frame.ts'
import { type CommandIsolation, isolateDecoder } from './isolation/bubblewrap.ts'
import { killGroup, ownGroup } from './isolation/process-group.ts'
import { type EndJob, type SharpJob, workerExit } from './sharp-job.ts'
import { takeBytesOf } from './take-bytes.ts'
import { frameJob, lastPart, readAnswer, type WorkerAnswer } from './worker-messages.ts'

const program = ownProgram(fileURLToPath(new URL('sharp-worker.ts', import.meta.url)))
/** Larger than any rendition. A process that writes more has gone wrong. */
const maxOutputBytes = 16 * 1024 * 1024
const maxReasonBytes = 2_000
/** Address space that the runtime reserves at its start, with the settings below. */
const runtimeBytes = 1_500 * 1024 * 1024

/** Sets limits and runs a command: processor seconds, kilobytes of address space where possible, and priority. */
const limited =
  'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2" 2>/dev/null; niceness=$3; shift 3; exec nice -n "$niceness" "$@"'
/** The lowest priority: about a seventieth of a busy processor. */
const niceness = 19
/** Time factor for background work, so that its low priority causes no failure. */
const patience = 3

/** Contains nothing of the server's environment. The runtime reserves little, so that the memory limit counts. */
const environment = {
  ...program.environment,
  BUN_JSC_structureHeapSizeInKB: '131072',
  BUN_JSC_useDFGJIT: '0',
  BUN_JSC_jitMemoryReservationSize: '33554432',
  MALLOC_ARENA_MAX: '2',
  VIPS_BLOCK_UNTRUSTED: '1',
}

/**
 * Isolates workers from everything except the runtime, their own source and the packages.
 * @throws if this machine can't isolate them
 */
export function isolateWorkers(bubblewrap?: string | null): CommandIsolation {
  return isolateDecoder([...program.files, ...packagesElsewhere()], bubblewrap)
}

/** Folders of packages. A single executable has them among its own files. */
function packagesElsewhere(): string[] {
  if (Bun.isStandaloneExecutable) return []
  const media = fileURLToPath(new URL('..', import.meta.resolve('@pictoglyph/media/facts')))
  const sharp = sharpModule()
  if (sharp === undefined) return [media]
  const end = sharp.lastIndexOf('/node_modules/')
  return [end === -1 ? sharp : sharp.slice(0, end + '/node_modules'.length), media]
}

/** The path of sharp; `undefined` if it is missing, which its worker reports. */
function sharpModule(): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve('sharp'))
  } catch {
    return undefined
  }
}

/** The limits of one job. */
export interface WorkerLimits {
  /** Wall time, three times as long for background work. Processor time is limited to about as much. */
  timeMs: number
  /** Memory beyond the runtime's own. Enforced on Linux, and wherever a shell can limit the address space. */
  memoryBytes: number
}

/** How a job ended. */
export interface WorkerEnd {
  /** The result of an answered job, or the exit code of its process; `null` if a signal ended it. */
  exitCode: number | null
  signal: string | number | null
  isOutOfTime: boolean
  output: Uint8Array
  /** Why it was refused, or the standard error of a process that ended. */
  reason: string
}

/** How a worker process runs. */
export interface WorkerConditions {
  limits: WorkerLimits
  /** Processor time for the jobs before its last one. */
  earlierMs: number
  isAwaited: boolean
  signal: AbortSignal
  commandIsolation: CommandIsolation
}

/** A process that does jobs, one after the other. */
export interface WorkerProcess {
  /** How many jobs it was given. */
  readonly jobs: number
  /** How long it has worked on them. */
  readonly workedMs: number
  /** Whether it takes no further job. */
  readonly isOver: boolean
  /** @throws the errors of the body */
  run(job: SharpJob | EndJob, body: OpenBlob['body']): Promise<WorkerEnd>
  /** Ends it at once. */
  end(): Promise<void>
}

/**
 * Starts a worker under limits.
 * @throws if the process can't be started
 */
export function startWorker(conditions: WorkerConditions): WorkerProcess {
  const { limits, earlierMs, isAwaited, signal, commandIsolation } = conditions
  const processorSeconds = Math.ceil((limits.timeMs + earlierMs) / 1000) + 1
  const addressSpaceKilobytes = Math.ceil((runtimeBytes + limits.memoryBytes) / 1024)
  const settings = [processorSeconds, addressSpaceKilobytes, isAwaited ? 0 : niceness].map(String)
  const limit = ['/bin/sh', '-c', limited, 'limited', ...settings]
  const worker = spawn([...limit, ...commandIsolation.command, ...program.command], commandIsolation)
  const take = takeBytesOf(worker.stdout)
  const written = readFirst(worker.stderr, maxReasonBytes)
  let jobs = 0
  let workedMs = 0
  let isOver = false

  function kill(): void {
    isOver = true
    killGroup(worker)
  }

  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  const ended = worker.exited.then(() => {
    isOver = true
    signal.removeEventListener('abort', kill)
  })

  async function run(job: SharpJob | EndJob, body: OpenBlob['body']): Promise<WorkerEnd> {
    const startedMs = performance.now()
    jobs += 1
    let isOutOfTime = false
    const timer = setTimeout(
      () => {
        isOutOfTime = true
        kill()
      },
      limits.timeMs * (isAwaited ? 1 : patience),
    )
    const answered = new AbortController()
    const sending = sendRequest(worker.stdin, { job, body, stopped: answered.signal })
    void sending.then(({ kind }) => kind === 'failed' && kill())
    const answer = await readAnswer(take, maxOutputBytes)
    answered.abort()
    clearTimeout(timer)
    workedMs += performance.now() - startedMs
    const sent = await sending
    if (answer === undefined || sent.kind !== 'sent') kill()
    if (sent.kind === 'failed') throw sent.error
    if (answer !== undefined) return endOf(answer)
    await ended
    const reason = new TextDecoder().decode(await written)
    const { exitCode, signalCode } = worker
    return { exitCode, signal: signalCode, isOutOfTime, output: new Uint8Array(), reason }
  }

  return {
    get jobs() {
      return jobs
    },
    get workedMs() {
      return workedMs
    },
    get isOver() {
      return isOver
    },
    run,
    async end() {
      kill()
      await ended
    },
  }
}

function endOf({ result, bytes }: WorkerAnswer): WorkerEnd {
  const reason =
    result === workerExit.refused ? new TextDecoder().decode(bytes.subarray(0, maxReasonBytes)) : ''
  return { exitCode: result, signal: null, isOutOfTime: false, output: bytes, reason }
}

function spawn(command: string[], { openFilter }: CommandIsolation) {
  const filter = openFilter?.()
  try {
    return Bun.spawn(command, {
      ...ownGroup,
      cwd: '/',
      env: environment,
      stdio: ['pipe', 'pipe', 'pipe', ...(filter === undefined ? [] : [filter])],
    })
  } finally {
    if (filter !== undefined) closeSync(filter)
  }
}

/** Whether a request was sent whole, was stopped, or its body failed. */
type Sent = { kind: 'sent' } | { kind: 'stopped' } | { kind: 'failed'; error: unknown }

/** Sends a request until it is stopped, or the worker reads no more. */
async function sendRequest(
  worker: Bun.FileSink,
  { job, body, stopped }: { job: SharpJob | EndJob; body: OpenBlob['body']; stopped: AbortSignal },
): Promise<Sent> {
  const reader = (body instanceof Blob ? body.stream() : body).getReader()
  const isWritten = async (bytes: Uint8Array): Promise<boolean> => {
    try {
      await worker.write(bytes)
      await worker.flush()
      return true
    } catch {
      // It has ended, and its end says more.
      return false
    }
  }
  const cancel = () => void reader.cancel().catch(() => {})
  stopped.addEventListener('abort', cancel)
  try {
    if (!(await isWritten(frameJob(job)))) return { kind: 'stopped' }
    for (;;) {
      const { done, value } = await reader.read()
      if (stopped.aborted) return { kind: 'stopped' }
      if (!(await isWritten(done ? lastPart : frame(value)))) return { kind: 'stopped' }
      if (done) return { kind: 'sent' }
    }
  } catch (error) {
    return { kind: 'failed', error }
  } finally {
    stopped.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Reads a stream to its end and returns its first bytes. */
async function readFirst(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of stream) {
    if (sizeBytes + chunk.length <= maxBytes) chunks.push(chunk)
    sizeBytes += chunk.length
  }
  return Buffer.concat(chunks)
}
