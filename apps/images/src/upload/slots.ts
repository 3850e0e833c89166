import { Failure } from '@pictoglyph/core'

const retryAfterSeconds = 5

/** A bounded number of things at once. */
export interface Slots {
  readonly inUse: number
  /** @throws {Failure} OVERLOADED when none is free */
  requireFree(): void
  /** Give the slot back by disposing of it. @throws {Failure} OVERLOADED when none is free */
  take(): Disposable
}

export function createSlots(most: number): Slots {
  let inUse = 0
  function requireFree(): void {
    if (inUse >= most) throw new Failure({ code: 'OVERLOADED', retryAfterSeconds })
  }
  return {
    get inUse() {
      return inUse
    },
    requireFree,
    take() {
      requireFree()
      inUse += 1
      let isHeld = true
      return {
        [Symbol.dispose]() {
          if (isHeld) inUse -= 1
          isHeld = false
        },
      }
    },
  }
}
