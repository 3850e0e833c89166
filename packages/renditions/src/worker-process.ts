import { closeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import { ownProgram } from '@pictoglyph/site/platform/own-program'
import { type CommandIsolation, isolateDecoder } from './isolation/bubblewrap.ts'
import { killGroup, ownGroup } from './isolation/process-group.ts'
import type { EndJob, SharpJob } from './sharp-job.ts'

const program = ownProgram(fileURLToPath(new URL('sharp-worker.ts', import.meta.url)))
/** Larger than any rendition; a process that writes more is doing something else. */
const maxOutputBytes = 16 * 1024 * 1024
const maxReasonBytes = 2_000
/** Address space that the runtime takes with the settings below before it has done anything. */
const runtimeBytes = 1_500 * 1024 * 1024

/**
 * Runs a command under limits: seconds of processor time, kilobytes of address space if that can be set, and its
 * priority.
 */
const limited =
  'ulimit -c 0; ulimit -t "$1"; ulimit -v "$2" 2>/dev/null; niceness=$3; shift 3; exec nice -n "$niceness" "$@"'
/** The lowest priority: about a seventieth of a busy processor. */
const niceness = 19
/** More time for background work, so that a low priority is no reason to fail. */
const patience = 3

/** Nothing of the server's environment. The runtime reserves little, so that the memory limit counts. */
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
 * @throws if that is not possible here
 */
export function isolateWorkers(bubblewrap?: string | null): CommandIsolation {
  return isolateDecoder([...program.files, ...packagesElsewhere()], bubblewrap)
}

/** In a single executable's folder they are among the program's own files. */
function packagesElsewhere(): string[] {
  if (Bun.isStandaloneExecutable) return []
  const media = fileURLToPath(new URL('..', import.meta.resolve('@pictoglyph/media/facts')))
  const sharp = sharpModule()
  if (sharp === undefined) return [media]
  const end = sharp.lastIndexOf('/node_modules/')
  return [end === -1 ? sharp : sharp.slice(0, end + '/node_modules'.length), media]
}

/** Its worker tells that it is missing. */
function sharpModule(): string | undefined {
  try {
    return fileURLToPath(import.meta.resolve('sharp'))
  } catch {
    return undefined
  }
}

/** The limits of one worker process. */
export interface WorkerLimits {
  /**
   * From the start of the process to its end, three times as long for background work; and about as much processor
   * time.
   */
  timeMs: number
  /** Beyond the runtime's own memory. In force on Linux, and wherever a shell can limit the address space. */
  memoryBytes: number
}

/** How a worker ended. */
export interface WorkerEnd {
  /** `null` when a signal ended it. */
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

/** The first bytes of a stream, which is read to its end. */
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
