import type { Client } from '@pictoglyph/site/access/subject'
import {
  createSemaphore,
  type Permit,
  requirePermit,
  type Semaphore,
} from '@pictoglyph/site/admission/semaphore'
import { Failure } from '@pictoglyph/site/language/failure'

/** Limit of forms without a limit of their own, and of any form whose token does not come first. */
export const maxFormBytes = 64 * 1024

/**
 * Bytes of all forms in memory, and of those of one member or client. Small and long forms are limited separately, so
 * that long lists never block a change of a name.
 */
export const formMemoryBounds = {
  small: { permits: 16 * 1024 * 1024, maxOfOne: 1024 * 1024 },
  long: { permits: 32 * 1024 * 1024, maxOfOne: 8 * 1024 * 1024 },
}

interface FormRoom {
  readonly small: Semaphore
  readonly long: Semaphore
}

/** Members and strangers have separate limits, so that no number of strangers can block members. */
export interface FormMemory {
  readonly ofMembers: FormRoom
  readonly ofStrangers: FormRoom
}

/** Creates the limits, all free. */
export function createFormMemory(): FormMemory {
  return { ofMembers: createFormRoom(), ofStrangers: createFormRoom() }
}

function createFormRoom(): FormRoom {
  return { small: createSemaphore(formMemoryBounds.small), long: createSemaphore(formMemoryBounds.long) }
}

/** The memory of one form, until it is disposed of. */
interface HeldForm extends Disposable {
  /** Reserves memory up to `total` bytes. @throws {Failure} OVERLOADED */
  grow(total: number): void
}

/** @throws {Failure} OVERLOADED */
export function holdForm(memory: FormMemory, holder: Client | { userId: string }): HeldForm {
  const { small, long } = 'userId' in holder ? memory.ofMembers : memory.ofStrangers
  const inSmall = requirePermit(small, { holder, count: 1 })
  let inLong: Permit | undefined
  return {
    grow(total) {
      const isLong = total > maxFormBytes
      if (isLong) inLong ??= requirePermit(long, { holder, count: 1 })
      if (!(inLong ?? inSmall).resize(total)) throw new Failure({ code: 'OVERLOADED', retryAfterSeconds: 5 })
      if (isLong) inSmall.resize(1)
    },
    [Symbol.dispose]() {
      inSmall[Symbol.dispose]()
      inLong?.[Symbol.dispose]()
    },
  }
}
