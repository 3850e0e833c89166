import { Failure } from '@pictoglyph/core'

/** One for all that are refused: whoever refuses thousands a second has no time to make an error for each. */
const overloaded = new Failure({ code: 'OVERLOADED', retryAfterSeconds: 5 })

/** A bounded number of things at once. */
interface Slots {
  readonly inUse: number
  /** @throws {Failure} OVERLOADED when none is free */
  requireFree(): void
  /** Give the slot back by disposing of it. @throws {Failure} OVERLOADED when none is free */
  take(): Disposable
}

/** @param most how many there are */
function createSlots(most: number): Slots {
  let inUse = 0
  function requireFree(): void {
    if (inUse >= most) throw overloaded
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

/** A bounded number of things at once, of which nobody may take more than a share. */
export interface SharedSlots {
  /** @throws {Failure} OVERLOADED when none is free for anybody */
  requireFree(): void
  /** Give the slot back by disposing of it. @throws {Failure} OVERLOADED when none is free, or none of the share */
  take(holder: string): Disposable
}

export function createSharedSlots({ most, maxOfOne }: { most: number; maxOfOne: number }): SharedSlots {
  const all = createSlots(most)
  const shares = new Map<string, Slots>()
  return {
    requireFree: all.requireFree,
    take(holder) {
      const share = shares.get(holder) ?? createSlots(maxOfOne)
      share.requireFree()
      using taken = new DisposableStack()
      taken.defer(() => {
        if (share.inUse === 0) shares.delete(holder)
      })
      taken.use(share.take())
      taken.use(all.take())
      shares.set(holder, share)
      return taken.move()
    },
  }
}
