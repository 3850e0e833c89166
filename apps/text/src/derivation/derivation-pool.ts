import { type DerivationCost, type Scrypt, scryptParameters } from '@pictoglyph/codec'
import { badRequest, Failure, message } from '@pictoglyph/core'
import { createPromisedPlaces } from '../promised-places.ts'

export interface DerivationPoolOptions {
  /** Derivations at once: at most the number of cores, and one less leaves the event loop its own. */
  concurrency: number
  /** Requests that wait beyond those. */
  maxWaiting: number
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
   * @throws {Failure} RATE_LIMITED where all are taken
   */
  enter(client: DerivationClient): DerivationPlace
  /** Places taken, those that derive at the moment among them. */
  taken(): number
}

/** What a derivation of the normal cost is thought to take before one has been measured. */
const firstGuessMs = 100
/** How much of the estimate each new measurement makes up. */
const weightOfNewest = 0.25

/** The work of a derivation, in those of the normal cost; the time it takes is in proportion. */
const workOf = (cost: DerivationCost): number => scryptParameters[cost].N / scryptParameters.normal.N

export function createDerivationPool(options: DerivationPoolOptions): DerivationPool {
  const { concurrency, maxWaiting, clock } = options
  const places = concurrency + maxWaiting
  const promised = createPromisedPlaces()
  const turns: (() => void)[] = []
  let taken = 0
  let running = 0
  let typicalMsPerWork = firstGuessMs

  async function derive(signal: AbortSignal, request: Parameters<Scrypt>[0]): Promise<Uint8Array> {
    if (running >= concurrency) await new Promise<void>((resolve) => turns.push(resolve))
    else running++
    try {
      if (signal.aborted) throw badRequest(message('The request was given up.'))
      const startedMs = performance.now()
      const key = await options.scrypt(request)
      const msPerWork = (performance.now() - startedMs) / workOf(request.cost)
      typicalMsPerWork += (msPerWork - typicalMsPerWork) * weightOfNewest
      return key
    } finally {
      // The turn is handed on rather than given back, so that nobody comes in between.
      const next = turns.shift()
      if (next === undefined) running--
      else next()
    }
  }

  return {
    taken: () => taken,
    enter({ clientKey, cost, notBeforeMs, signal }) {
      const nowMs = clock()
      const work = workOf(cost)
      const maxTaken = promised.redeem(clientKey, nowMs, work) ? 2 * places : places
      if (taken >= maxTaken) {
        const intervalMs = (typicalMsPerWork * work) / concurrency
        const resetAtMs = promised.promise(clientKey, { nowMs, notBeforeMs, work, intervalMs })
        throw new Failure({ code: 'RATE_LIMITED', resetAtMs, limit: null })
      }
      taken++
      return {
        scrypt: (request) => derive(signal, request),
        [Symbol.dispose]: () => {
          taken--
        },
      }
    },
  }
}
