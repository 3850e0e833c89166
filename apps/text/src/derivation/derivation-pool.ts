import {
  type DerivationCost,
  type Scrypt,
  scryptMemoryBytes,
  scryptParameters,
  scryptWork,
} from '@pictoglyph/codec'
import { badRequest, Failure, message } from '@pictoglyph/core'
import { createPromisedPlaces } from '../promised-places.ts'

export interface DerivationPoolOptions {
  /** Derivations at once: at most the number of cores, and one less leaves the event loop its own. */
  concurrency: number
  /** Requests that wait beyond those. A client has at most half of all these places at a time. */
  maxWaiting: number
  /** What derivations may hold at once; one always runs, whatever it takes. */
  memoryBytes: number
  scrypt: Scrypt
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** Who asks for a derivation. */
export interface DerivationClient {
  clientKey: string
  /** What it wants derived. */
  cost: DerivationCost
  /** Before this, a request of this client would be refused for another reason. */
  notBeforeMs: number
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

/** A place in the queue, held until it is disposed of. */
export interface DerivationPlace extends Disposable {
  /** Derives when its turn comes. Rejects with a {@link Failure} where the client has gone meanwhile. */
  readonly scrypt: Scrypt
}

/** Key derivations, a few at a time. */
export interface DerivationPool {
  /**
   * Takes a place. A refused client that comes back at `resetAtMs`, or up to ten seconds later, with no more work
   * than before, gets one, whoever else has come meanwhile; one only, however many of its requests were refused,
   * so that nobody holds more of what is to come. Should derivations have become slower, so that twice as
   * many are taken as there should be, it is told another time instead: nobody waits for longer than those take.
   * @throws {Failure} RATE_LIMITED where all are taken, or the client's share of them
   */
  enter(client: DerivationClient): DerivationPlace
  /** Places taken, those that derive at the moment among them. */
  taken(): number
}

/** What a derivation of the normal cost is thought to take before one has been measured. */
const firstGuessMs = 300
/** How much of the estimate each new measurement makes up. */
const weightOfNewest = 0.25

interface Turn {
  readonly bytes: number
  begin(): void
}

export function createDerivationPool(options: DerivationPoolOptions): DerivationPool {
  const { concurrency, maxWaiting, memoryBytes, clock } = options
  const places = concurrency + maxWaiting
  const maxOfCaller = Math.ceil(places / 2)
  const promised = createPromisedPlaces()
  const takenBy = new Map<string, number>()
  const turns: Turn[] = []
  let taken = 0
  let running = 0
  let runningBytes = 0
  let typicalMsPerWork = firstGuessMs

  const hasRoom = (bytes: number): boolean =>
    running === 0 || (running < concurrency && runningBytes + bytes <= memoryBytes)

  function begin(bytes: number): void {
    running++
    runningBytes += bytes
  }

  function endTurn(bytes: number): void {
    running--
    runningBytes -= bytes
    for (let next = turns[0]; next !== undefined && hasRoom(next.bytes); next = turns[0]) {
      turns.shift()
      begin(next.bytes)
      next.begin()
    }
  }

  async function derive(signal: AbortSignal, request: Parameters<Scrypt>[0]): Promise<Uint8Array> {
    const bytes = scryptMemoryBytes(request)
    // In the order of coming: who needs little memory does not overtake who needs much.
    if (turns.length === 0 && hasRoom(bytes)) begin(bytes)
    else await new Promise<void>((resolve) => turns.push({ bytes, begin: resolve }))
    try {
      if (signal.aborted) throw badRequest(message('The request was given up.'))
      const startedMs = performance.now()
      const key = await options.scrypt(request)
      const msPerWork = (performance.now() - startedMs) / scryptWork(request)
      typicalMsPerWork += (msPerWork - typicalMsPerWork) * weightOfNewest
      return key
    } finally {
      endTurn(bytes)
    }
  }

  /** How long a derivation keeps others from a place. */
  function intervalMsOf(cost: DerivationCost): number {
    const parameters = scryptParameters[cost]
    const atOnce = Math.min(concurrency, Math.floor(memoryBytes / scryptMemoryBytes(parameters)))
    return (typicalMsPerWork * scryptWork(parameters)) / Math.max(1, atOnce)
  }

  function take(clientKey: string): void {
    taken++
    takenBy.set(clientKey, (takenBy.get(clientKey) ?? 0) + 1)
  }

  function release(clientKey: string): void {
    taken--
    const left = takenBy.get(clientKey)! - 1
    if (left === 0) takenBy.delete(clientKey)
    else takenBy.set(clientKey, left)
  }

  return {
    taken: () => taken,
    enter({ clientKey, cost, notBeforeMs, signal }) {
      const nowMs = clock()
      const work = scryptWork(scryptParameters[cost])
      const isPromised = promised.redeem(clientKey, nowMs, work)
      const hasShare = (takenBy.get(clientKey) ?? 0) < maxOfCaller
      if (isPromised ? taken >= 2 * places : taken >= places || !hasShare) {
        const intervalMs = intervalMsOf(cost)
        const resetAtMs = promised.promise(clientKey, { nowMs, notBeforeMs, work, intervalMs })
        throw new Failure({ code: 'RATE_LIMITED', resetAtMs, limit: null })
      }
      take(clientKey)
      return {
        scrypt: (request) => derive(signal, request),
        [Symbol.dispose]: () => release(clientKey),
      }
    },
  }
}
