import type { ImageFacts } from '@pictoglyph/media/facts'
import { MediaFailure } from '@pictoglyph/media/failure'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { createSemaphore } from '@pictoglyph/site/admission/semaphore'
import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import type { RenditionJob, RenditionMaker, RenditionOutcome } from '@pictoglyph/site/images/rendition-maker'
import type { EndFinder, OpenPicture } from '@pictoglyph/site/site-ports'
import { contentOf } from './file-content.ts'
import { type CommandIsolation, notIsolated } from './isolation/bubblewrap.ts'
import { type EndJob, readOutput, type SharpJob, workerExit } from './sharp-job.ts'
import { createWorkerPool, placesApart } from './worker-pool.ts'
import { isolateWorkers, type WorkerEnd, type WorkerLimits } from './worker-process.ts'

/** The limits and the isolation of rendition processes. */
export interface SharpRenditionOptions {
  /** Processes at a time, or twice as many with half the memory for jobs of batches; 1 by default. */
  atOnce?: number
  /** Jobs that may wait for a permit; further jobs are `busy`. 64 by default. */
  maxWaiting?: number
  /** Limits of each job; 20 seconds and 1 GiB by default. */
  limits?: Partial<WorkerLimits>
  /** The path of `bwrap`, or `null` to run without it. By default it is searched for. */
  bubblewrap?: string | null
  /** Whether renditions fail if isolation does not work; false by default. */
  isIsolationRequired?: boolean
  /** Called after the first attempt, and when the result changes. */
  onTried?: (means: RenditionMeans) => void
}

/** Whether this machine can make renditions: with which isolation, or why not. */
export type RenditionMeans =
  | { kind: 'sharp'; isolation: RenditionIsolation }
  | { kind: 'none'; reason: string }

/** `bubblewrap` isolates processes from network, data and other processes. `none` gives the reason. */
export type RenditionIsolation = { kind: 'bubblewrap' } | { kind: 'none'; reason: string }

/** A valid file to test a process with: a transparent pixel. */
const onePixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const onePixelJob: SharpJob = {
  type: 'image/gif',
  format: 'webp',
  shape: { width: 1, height: 1, isCropped: false },
  maxBytes: 1_000,
  placeholder: false,
}
const longestPlaceholderBytes = 2_000

/**
 * Creates a maker of renditions by sharp, each in a process of its own, or in one for a batch of jobs. The process
 * allows one loader, the one for the file's type. The maker inspects the output before use.
 *
 * What fails in the process of a batch has a process of its own next. If that dies or stalls, another one gets a valid
 * file: if that works, the first file is at fault, otherwise the machine.
 *
 * @example const maker = createSharpRenditionMaker({ atOnce: 2, isIsolationRequired: true })
 */
export function createSharpRenditionMaker(
  options: SharpRenditionOptions = {},
): RenditionMaker & EndFinder & { readonly means: Promise<RenditionMeans> } {
  const limits: WorkerLimits = { timeMs: 20_000, memoryBytes: 1024 * 1024 * 1024, ...options.limits }
  const backgroundJobs = (options.atOnce ?? 1) * placesApart
  const semaphore = createSemaphore({ permits: backgroundJobs, maxWaiting: options.maxWaiting ?? 64 })
  const closing = new AbortController()
  const pool = createWorkerPool({ limits, places: backgroundJobs, signal: closing.signal })
  const running = new Set<Promise<unknown>>()
  let toldKind: RenditionMeans['kind'] | undefined
  let found = findMeans()

  async function make(job: RenditionJob): Promise<RenditionOutcome> {
    const { batch } = job
    return (batch === null ? undefined : await makeInBatch(job, batch)) ?? (await makeApart(job))
  }

  /** Undefined if the job needs a process of its own: someone waits for it, or it failed among others. */
  async function makeInBatch(job: RenditionJob, batch: string): Promise<RenditionOutcome | undefined> {
    using permit = await semaphore.acquire({ isUrgent: job.isAwaited })
    if (permit === undefined) return refused()
    if (job.isAwaited()) return undefined
    const { means, commandIsolation } = await workingMeans()
    if (commandIsolation === undefined) return { kind: 'unavailable', reason: means.reason }
    const asked = sharpJobOf(job)
    const { body } = await job.open()
    const run = await pool.runInBatch({ job: asked, body, isAwaited: false, commandIsolation }, batch)
    if (closing.signal.aborted) return closed
    const outcome = run.end instanceof Error ? undefined : outcomeOf(asked, run.end, limits)
    return outcome?.kind === 'made' ? { ...outcome, isApart: run.isFirst } : undefined
  }

  async function makeApart(job: RenditionJob): Promise<RenditionOutcome> {
    using permit = await semaphore.acquire({ isUrgent: job.isAwaited, count: placesApart })
    if (permit === undefined) return refused()
    const isAwaited = job.isAwaited()
    const asked = sharpJobOf(job)
    const end = await runApart(asked, (await job.open()).body, isAwaited)
    if (closing.signal.aborted) return closed
    if (end instanceof Error) return { kind: 'unavailable', reason: end.message }
    // Other work may have starved this process. Only an awaited job proves the file at fault.
    if (end.isOutOfTime && !isAwaited) return { kind: 'busy' }
    const outcome = outcomeOf(asked, end, limits)
    if (outcome.kind !== 'impossible' || end.exitCode === workerExit.refused) return outcome
    const proof = await runApart(onePixelJob, new Blob([onePixel]), true)
    if (closing.signal.aborted) return closed
    if (!(proof instanceof Error) && proof.exitCode === workerExit.made) return outcome
    const reason = proof instanceof Error ? proof.message : describe(proof, limits)
    return { kind: 'unavailable', reason: `Not even a good file can be read: ${reason}` }
  }

  const refused = () => (closing.signal.aborted ? closed : ({ kind: 'busy' } as const))

  async function findEnd({ staged, openScan, width, height }: OpenPicture): ReturnType<EndFinder['findEnd']> {
    using permit = await semaphore.acquire({ isUrgent: () => true, count: placesApart })
    if (permit === undefined) return { kind: closing.signal.aborted ? 'incomplete' : 'busy' }
    const ended = new AbortController()
    const body = contentOf({ sizeBytes: openScan.to, read: staged.read.bind(staged) }, ended.signal)
    const end = await runApart({ scanFrom: openScan.from, width, height }, body, true).finally(() =>
      ended.abort(),
    )
    const isFound = !(end instanceof Error) && end.exitCode === workerExit.made
    const at = isFound ? Number(new TextDecoder().decode(end.output)) : Number.NaN
    const isWithin = Number.isSafeInteger(at) && at > openScan.from && at <= openScan.to
    return isWithin ? { kind: 'complete', end: at } : { kind: 'incomplete' }
  }

  async function runApart(
    job: SharpJob | EndJob,
    body: OpenBlob['body'],
    isAwaited: boolean,
  ): Promise<WorkerEnd | Error> {
    const { means, commandIsolation } = await workingMeans()
    if (commandIsolation === undefined) return new Error(means.reason)
    return await pool.runApart({ job, body, isAwaited, commandIsolation })
  }

  /** Lets `close` wait for the work. */
  function tracked<Result>(work: Promise<Result>): Promise<Result> {
    running.add(work)
    return work.finally(() => running.delete(work))
  }

  /** The means found at the start. If none worked, each job tries again. */
  async function workingMeans(): Promise<FoundMeans> {
    const earlier = found
    const known = await earlier
    if (known.commandIsolation !== undefined || closing.signal.aborted) return known
    if (found === earlier) found = findMeans()
    return await found
  }

  async function findMeans(): Promise<FoundMeans> {
    const tried = await tryMeans()
    if (!closing.signal.aborted && tried.means.kind !== toldKind) options.onTried?.(tried.means)
    toldKind = tried.means.kind
    return tried
  }

  /** Tries the valid file with isolation, and if that fails, without. */
  async function tryMeans(): Promise<FoundMeans> {
    const isolated = isolateOrReason(options.bubblewrap)
    const reason = isolated instanceof Error ? isolated.message : await reasonAgainst(isolated)
    if (!(isolated instanceof Error) && reason === undefined) {
      return { means: { kind: 'sharp', isolation: { kind: 'bubblewrap' } }, commandIsolation: isolated }
    }
    const reasonWithout = options.isIsolationRequired ? reason : await reasonAgainst(notIsolated)
    if (reasonWithout !== undefined) {
      return { means: { kind: 'none', reason: reasonWithout }, commandIsolation: undefined }
    }
    const isolation = { kind: 'none', reason: reason ?? '' } as const
    return { means: { kind: 'sharp', isolation }, commandIsolation: notIsolated }
  }

  /** The reason why a process makes no rendition of the valid file; `undefined` if it does. */
  async function reasonAgainst(commandIsolation: CommandIsolation): Promise<string | undefined> {
    const body = new Blob([onePixel])
    const end = await pool.runApart({ job: onePixelJob, body, isAwaited: true, commandIsolation })
    if (end instanceof Error) return end.message
    return end.exitCode === workerExit.made ? undefined : describe(end, limits)
  }

  return {
    make: (job) => tracked(make(job)),
    findEnd: (picture) => tracked(findEnd(picture)),
    means: found.then(({ means }) => means),
    backgroundJobs,
    hasRoom: semaphore.hasRoom,
    async close() {
      closing.abort()
      semaphore.close()
      await Promise.allSettled([...running, found])
      await pool.close()
    },
  }
}

/** The means, and how to run processes; without the latter, none can run. */
type FoundMeans =
  | { means: Extract<RenditionMeans, { kind: 'sharp' }>; commandIsolation: CommandIsolation }
  | { means: Extract<RenditionMeans, { kind: 'none' }>; commandIsolation: undefined }

function isolateOrReason(bubblewrap: string | null | undefined): CommandIsolation | Error {
  try {
    return isolateWorkers(bubblewrap)
  } catch (error) {
    return asError(error)
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const closed: RenditionOutcome = { kind: 'unavailable', reason: 'The service is stopping.' }

function sharpJobOf({ type, format, shape, maxBytes, placeholder }: RenditionJob): SharpJob {
  return { type, format, shape, maxBytes, placeholder }
}

function outcomeOf(job: SharpJob, end: WorkerEnd, limits: WorkerLimits): RenditionOutcome {
  if (end.exitCode === workerExit.noSharp) return { kind: 'unavailable', reason: describe(end, limits) }
  if (end.exitCode !== workerExit.made) return { kind: 'impossible', reason: describe(end, limits) }
  const output = readOutput(end.output)
  const facts = output && factsOf(output.rendition)
  const isFit =
    facts?.type === `image/${job.format}` &&
    facts.complete &&
    facts.trailingBytes === 0 &&
    facts.frames === 1 &&
    facts.width <= job.shape.width &&
    facts.height <= job.shape.height
  if (!output || !facts || !isFit) return { kind: 'impossible', reason: 'The process wrote no rendition.' }
  return {
    kind: 'made',
    bytes: output.rendition,
    width: facts.width,
    height: facts.height,
    placeholder: placeholderOf(output.placeholder),
    isApart: true,
  }
}

function placeholderOf(bytes: Uint8Array): string | null {
  if (bytes.length > longestPlaceholderBytes || factsOf(bytes)?.type !== 'image/webp') return null
  return Buffer.from(bytes).toString('base64')
}

function factsOf(bytes: Uint8Array): ImageFacts | undefined {
  try {
    return inspect(bytes)
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    return undefined
  }
}

function describe({ exitCode, signal, isOutOfTime, reason }: WorkerEnd, { timeMs }: WorkerLimits): string {
  if (isOutOfTime) return `It took more than ${timeMs} ms.`
  if (exitCode === workerExit.refused) return reason
  if (exitCode === workerExit.noSharp) return `sharp can't be loaded: ${reason}`
  return `The process ended with ${signal ?? `the code ${exitCode}`}. ${reason}`.trim()
}
