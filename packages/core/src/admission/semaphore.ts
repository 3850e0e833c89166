import { Failure } from '../failure.ts'

/** How many of something are given out at once, and to whom. */
export interface SemaphoreOptions {
  /** What there is: so many at a time, or so many bytes. */
  permits: number
  /** How many of them one holder has at most, those it waits for counted; all by default. */
  maxOfOne?: number
  /** How many requests wait, and as many urgent ones; none by default. */
  maxWaiting?: number
  /** How long a permit is thought to be held before one was given back; 5 seconds by default. */
  typicalHoldMs?: number
  /** Milliseconds since any beginning. */
  clock?: () => number
}

/** What is asked of a semaphore. */
export interface PermitRequest {
  /** Who asks; only the shares of named holders are bounded. */
  holder?: string
  /** How many permits; 1 by default. More than there are is all of them. */
  count?: number
  /** Whether somebody waits for the work. Asked each time it matters, because that may change in the queue. */
  isUrgent?: () => boolean
}

/** Permits that are held until they are disposed of. */
export interface Permit extends Disposable {
  /** Holds so many instead; false, and nothing changes, where there are not so many more. */
  resize(count: number): boolean
}

/**
 * Lets a bounded amount of work run and a bounded number of requests wait. It keeps these laws:
 *
 * 1. No more than `permits` are held at once, and no holder has more than `maxOfOne`.
 * 2. Requests that wait come in their order, the urgent ones first. None is passed by a later one of its kind,
 *    however few permits that one needs.
 * 3. No request waits while there are permits for the first in the queue.
 */
export interface Semaphore {
  /** Requests that hold permits or wait for them. */
  readonly requests: number
  /** Permits at once; `undefined` where there are too few, or others wait. */
  tryAcquire(request?: PermitRequest): Permit | undefined
  /** Permits, now or later; `undefined` where the queue or the share is full, or the semaphore is closed. */
  acquire(request?: PermitRequest): Promise<Permit | undefined>
  /** Whether a request for one permit would be granted, now or later. */
  hasRoom(isUrgent?: boolean): boolean
  /**
   * When those who hold permits and wait for them now are expected to be done, judged by how long permits were
   * held lately: 1 to 60 seconds.
   */
  retryAfterMs(): number
  /** Refuses all who wait and all who come. What is held is given back as ever. */
  close(): void
}

interface Waiting {
  count: number
  isUrgent: () => boolean
  grant: (permit: Permit | undefined) => void
}

const minRetryMs = 1_000
const maxRetryMs = 60_000
/** How much of the estimate each new measurement makes up. */
const weightOfNewest = 0.25

/** @see {@link Semaphore} */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { permits, maxOfOne = permits, maxWaiting = 0, clock = () => performance.now() } = options
  const shares = new Map<string, number>()
  let queue: (Waiting & { holder: string | undefined })[] = []
  let typicalHoldMs = options.typicalHoldMs ?? 5_000
  let held = 0
  let holders = 0
  let isClosed = permits < 1

  const isBeyondShare = (holder: string | undefined, more: number): boolean =>
    holder !== undefined && (shares.get(holder) ?? 0) + more > maxOfOne

  function addToShare(holder: string | undefined, count: number): void {
    if (holder === undefined) return
    const share = (shares.get(holder) ?? 0) + count
    if (share === 0) shares.delete(holder)
    else shares.set(holder, share)
  }

  function grant(holder: string | undefined, granted: number): Permit {
    const sinceMs = clock()
    let count = granted
    let isHeld = true
    held += count
    holders += 1
    return {
      resize(wanted) {
        const more = wanted - count
        if (more > 0 && (held + more > permits || isBeyondShare(holder, more))) return false
        held += more
        addToShare(holder, more)
        count = wanted
        if (more < 0) grantWaiting()
        return true
      },
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        held -= count
        holders -= 1
        addToShare(holder, -count)
        typicalHoldMs += (clock() - sinceMs - typicalHoldMs) * weightOfNewest
        grantWaiting()
      },
    }
  }

  function grantWaiting(): void {
    for (;;) {
      const next = queue.find(({ isUrgent }) => isUrgent()) ?? queue[0]
      if (next === undefined || held + next.count > permits) return
      queue = queue.filter((waiting) => waiting !== next)
      next.grant(grant(next.holder, next.count))
    }
  }

  const isFree = (count: number): boolean => queue.length === 0 && held + count <= permits

  const hasRoom = (count: number, isUrgent: boolean): boolean =>
    !isClosed &&
    (isFree(count) || queue.filter((waiting) => waiting.isUrgent() === isUrgent).length < maxWaiting)

  return {
    get requests() {
      return holders + queue.length
    },
    tryAcquire({ holder, count: wanted = 1 } = {}) {
      const count = Math.min(wanted, permits)
      if (isClosed || !isFree(count) || isBeyondShare(holder, count)) return undefined
      addToShare(holder, count)
      return grant(holder, count)
    },
    async acquire({ holder, count: wanted = 1, isUrgent = () => false } = {}) {
      const count = Math.min(wanted, permits)
      if (!hasRoom(count, isUrgent()) || isBeyondShare(holder, count)) return undefined
      addToShare(holder, count)
      if (isFree(count)) return grant(holder, count)
      return await new Promise<Permit | undefined>((resolve) => {
        queue.push({ holder, count, isUrgent, grant: resolve })
        grantWaiting()
      })
    },
    hasRoom: (isUrgent = false) => hasRoom(1, isUrgent),
    retryAfterMs() {
      const wanted = queue.reduce((sum, { count }) => sum + count, held)
      const rounds = permits === 0 ? 1 : Math.max(1, wanted / permits)
      return Math.min(maxRetryMs, Math.max(minRetryMs, typicalHoldMs * rounds))
    },
    close() {
      isClosed = true
      const refused = queue
      queue = []
      for (const { holder, count, grant: answer } of refused) {
        addToShare(holder, -count)
        answer(undefined)
      }
    },
  }
}

/** Refuses at once where no permit is free, no matter who asks. @throws {Failure} OVERLOADED */
export function requireFree(semaphore: Semaphore): void {
  if (!semaphore.hasRoom()) throw overloaded(semaphore)
}

/** Permits at once. @throws {Failure} OVERLOADED */
export function requirePermit(semaphore: Semaphore, request?: PermitRequest): Permit {
  const permit = semaphore.tryAcquire(request)
  if (permit === undefined) throw overloaded(semaphore)
  return permit
}

function overloaded(semaphore: Semaphore): Failure {
  const retryAfterSeconds = Math.ceil(semaphore.retryAfterMs() / 1000)
  return new Failure({ code: 'OVERLOADED', retryAfterSeconds })
}
