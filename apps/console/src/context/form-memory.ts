import type { Client } from '@pictoglyph/site/access/subject'
import {
  createSemaphore,
  type Permit,
  requirePermit,
  type Semaphore,
} from '@pictoglyph/site/admission/semaphore'
import { Failure } from '@pictoglyph/site/language/failure'

/** Bytes of a form whose route sets no limit of its own, and of any form whose token does not come first. */
export const maxFormBytes = 64 * 1024

/**
 * The bytes of all forms that are read or answered at once, and those of one member or client. Small ones have room of
 * their own: what long lists take is nobody's who changes a name.
 */
export const formMemoryBounds = {
  small: { permits: 16 * 1024 * 1024, maxOfOne: 1024 * 1024 },
  long: { permits: 32 * 1024 * 1024, maxOfOne: 8 * 1024 * 1024 },
}

interface FormRoom {
  readonly small: Semaphore
  readonly long: Semaphore
}

/** Members have room of their own: no number of strangers takes it from them. */
export interface FormMemory {
  readonly ofMembers: FormRoom
  readonly ofStrangers: FormRoom
}

/** Room for forms, which is free. */
export function createFormMemory(): FormMemory {
  return { ofMembers: createFormRoom(), ofStrangers: createFormRoom() }
}

function createFormRoom(): FormRoom {
  return { small: createSemaphore(formMemoryBounds.small), long: createSemaphore(formMemoryBounds.long) }
}

/** The room of one form, until it is disposed of. */
interface HeldForm extends Disposable {
  /** Notes how many bytes of it are kept. @throws {Failure} OVERLOADED */
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
