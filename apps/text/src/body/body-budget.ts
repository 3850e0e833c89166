import { Failure } from '@pictoglyph/core'
import { createPromisedPlaces, promiseGraceMs } from '../promised-places.ts'

export interface BodyBudgetOptions {
  /** Bytes of all bodies that are held while they arrive. */
  maxBytes: number
  /** Those of one client, so that none can keep the others out. */
  maxBytesOfOne: number
  /** The longest time in which a body arrives. */
  overallMs: number
  /** Milliseconds since the epoch. */
  clock: () => number
}

/** Whose body it is. */
export interface BodySender {
  clientKey: string
  /** The most bytes that the body may have. */
  announcedBytes: number
  /** Before this, a request of this client would be refused for another reason. */
  notBeforeMs: number
}

/** What one body holds, until it is disposed of. */
export interface HeldBytes extends Disposable {
  /**
   * Tells how many bytes of it have arrived, all in all.
   * @throws {Failure} RATE_LIMITED where they find no room
   */
  grow(bytes: number): void
}

/** Room for bodies while they arrive: what has been sent counts, not what was announced. */
export interface BodyBudget {
  /**
   * A refused client that comes back at `resetAtMs`, or up to ten seconds later, with a body that is no longer,
   * finds room whoever else has come meanwhile: as much again is kept for those.
   */
  open(sender: BodySender): HeldBytes
}

export function createBodyBudget(options: BodyBudgetOptions): BodyBudget {
  const { maxBytes, maxBytesOfOne, overallMs, clock } = options
  const promised = createPromisedPlaces()
  const heldOfOne = new Map<string, number>()
  let held = 0

  function hold(clientKey: string, bytes: number): void {
    held += bytes
    const ofOne = (heldOfOne.get(clientKey) ?? 0) + bytes
    if (ofOne === 0) heldOfOne.delete(clientKey)
    else heldOfOne.set(clientKey, ofOne)
  }

  function refusal({ clientKey, announcedBytes, notBeforeMs }: BodySender): Failure {
    const intervalMs = (announcedBytes / maxBytes) * (overallMs + promiseGraceMs)
    const place = { nowMs: clock(), notBeforeMs, work: announcedBytes, intervalMs }
    return new Failure({ code: 'RATE_LIMITED', resetAtMs: promised.promise(clientKey, place), limit: null })
  }

  return {
    open(sender) {
      const { clientKey, announcedBytes } = sender
      const openedMs = clock()
      let own = 0
      let isExpected = false
      return {
        grow(bytes) {
          const more = bytes - own
          const hasRoom = held + more <= maxBytes && (heldOfOne.get(clientKey) ?? 0) + more <= maxBytesOfOne
          if (!hasRoom) {
            isExpected ||= promised.redeem(clientKey, openedMs, announcedBytes)
            if (!isExpected || held + more > 2 * maxBytes) throw refusal(sender)
          }
          own = bytes
          hold(clientKey, more)
        },
        [Symbol.dispose]() {
          hold(clientKey, -own)
          own = 0
        },
      }
    },
  }
}
