import { closeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import { ownProgram } from '@pictoglyph/site/platform/own-program'
import { type CommandIsolation, isolateDecoder } from './isolation/bubblewrap.ts'
import { killGroup, ownGroup } from './isolation/process-group.ts'
import type { EndJob, SharpJob } from './sharp-job.ts'

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

/** The limits of one worker process. */
export interface WorkerLimits {
  /** Wall time of the process, three times as long for background work. Processor time is limited to about as much. */
  timeMs: number
  /** Memory beyond the runtime's own. Enforced on Linux, and wherever a shell can limit the address space. */
  memoryBytes: number
}

/** How a worker ended. */
export interface WorkerEnd {
  /** `null` if a signal ended it. */
  exitCode: number | null
  signal: string | number | null
  isOutOfTime: boolean
  output: Uint8Array
  /** Its standard error. */
  reason: string
}

/** How one worker process runs. */
interface WorkerConditions {
  limits: WorkerLimits
  isAwaited: boolean
  signal: AbortSignal
  commandIsolation: CommandIsolation
}

/**
 * Runs one worker under limits to its end.
 * @throws if the process can't be started
 */
export async function runWorker(
  job: SharpJob | EndJob,
  { body }: OpenBlob,
  { limits, isAwaited, signal, commandIsolation }: WorkerConditions,
): Promise<WorkerEnd> {
  const processorSeconds = Math.ceil(limits.timeMs / 1000) + 1
  const addressSpaceKilobytes = Math.ceil((runtimeBytes + limits.memoryBytes) / 1024)
  const settings = [processorSeconds, addressSpaceKilobytes, isAwaited ? 0 : niceness].map(String)
  const limit = ['/bin/sh', '-c', limited, 'limited', ...settings]
  const command = [...limit, ...commandIsolation.command, ...program.command, JSON.stringify(job)]
  const filter = commandIsolation.openFilter?.()
  const worker = startWorker(command, body, filter)
  let isOutOfTime = false
  const kill = () => killGroup(worker)
  const timer = setTimeout(
    () => {
      isOutOfTime = true
      kill()
    },
    limits.timeMs * (isAwaited ? 1 : patience),
  )
  signal.addEventListener('abort', kill)
  if (signal.aborted) kill()
  try {
    const [output, reason] = await Promise.all([
      readAtMost(worker.stdout, maxOutputBytes, kill),
      readAtMost(worker.stderr, maxReasonBytes, () => {}),
    ])
    await worker.exited
    return {
      exitCode: worker.exitCode,
      signal: worker.signalCode,
      isOutOfTime,
      output,
      reason: new TextDecoder().decode(reason),
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', kill)
  }
}

function startWorker(command: string[], body: OpenBlob['body'], filter: number | undefined) {
  try {
    return Bun.spawn(command, {
      ...ownGroup,
      cwd: '/',
      env: environment,
      stdio: [body, 'pipe', 'pipe', ...(filter === undefined ? [] : [filter])],
    })
  } finally {
    if (filter !== undefined) closeSync(filter)
  }
}

/** Reads a stream to its end and returns its first bytes. */
async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  onMore: () => void,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of stream) {
    if (sizeBytes + chunk.length > maxBytes) onMore()
    else chunks.push(chunk)
    sizeBytes += chunk.length
  }
  return new Uint8Array(Buffer.concat(chunks))
}
