import { type Subject, type SubjectKey, subjectKey } from '../access/subject.ts'
import { Failure } from '../language/failure.ts'

/** The permits of a semaphore, and the bounds for holders and for waiting. */
interface SemaphoreOptions {
  /** The number of permits, for example tasks or bytes. */
  permits: number
  /** Permits of one holder at most, including those it waits for; all by default. */
  maxOfOne?: number
  /** How many requests may wait, and as many urgent ones; none by default. */
  maxWaiting?: number
  /** Estimate of how long a permit is held, until one was released; 5 seconds by default. */
  typicalHoldMs?: number
  /** Milliseconds from any start. */
  clock?: () => number
}

/** A share of the permits. */
export interface PermitShare {
  holder: Subject
  most: number
}

interface PermitRequest {
  /** The holder; only named holders have limited shares. */
  holder?: Subject
  /** Further shares that count this request, each with a bound of its own. */
  shares?: readonly PermitShare[]
  /** Permits to take, 1 by default, capped at the total. */
  count?: number
  /** Maximum wait; unlimited by default. */
  maxWaitMs?: number
  /** Whether a person waits for the work. Called each time it matters, because it may change in the queue. */
  isUrgent?: () => boolean
}

/** Permits that are held until disposed. */
export interface Permit extends Disposable {
  /** Changes the number of permits. Returns false, and changes nothing, if not enough are free. */
  resize(count: number): boolean
}

/**
 * Limits how much work runs at once and how many requests wait. Its laws:
 *
 * 1. At most `permits` are held at once, and at most `maxOfOne` by one holder.
 * 2. Waiting requests are served in order, urgent ones first. A later request never passes an earlier one of its
 *    kind, even if it needs fewer permits.
 * 3. No request waits while there are permits for the first in the queue.
 */
export interface Semaphore {
  /** Number of requests that hold permits or wait for them. */
  readonly requests: number
  /** Takes permits immediately; `undefined` if too few are free, or others wait. */
  tryAcquire(request?: PermitRequest): Permit | undefined
  /**
   * Takes permits, now or later; `undefined` if the queue or the holder's share is full, the semaphore is closed, or
   * the maximum wait is over.
   */
  acquire(request?: PermitRequest): Promise<Permit | undefined>
  /** The first of these shares without room for one more permit; `undefined` if all have room. */
  fullShare(shares: readonly PermitShare[]): PermitShare | undefined
  /** Whether a request for one permit would be granted, now or later. */
  hasRoom(isUrgent?: boolean): boolean
  /** The expected time until all present requests are done, judging by recent holds: 1 to 60 seconds. */
  retryAfterMs(): number
  /** Refuses all waiting and future requests. Held permits are released as usual. */
  close(): void
}

interface Waiting {
  holders: readonly Holder[]
  count: number
  isUrgent: () => boolean
  grant: (permit: Permit | undefined) => void
}

/** A share, with its permits and bound. */
interface Holder {
  key: SubjectKey
  most: number
}

const minRetryMs = 1_000
const maxRetryMs = 60_000
/** Weight of a new measurement in the moving average. */
const weightOfNewest = 0.25

export function createSemaphore(options: SemaphoreOptions): Semaphore {
  const { permits, maxOfOne = permits, maxWaiting = 0, clock = () => performance.now() } = options
  const shares = new Map<SubjectKey, number>()
  let queue: Waiting[] = []
  let typicalHoldMs = options.typicalHoldMs ?? 5_000
  let held = 0
  /** Requests that hold permits. */
  let requests = 0
  let isClosed = permits < 1

  const holderOf = ({ holder, most }: PermitShare): Holder => ({ key: subjectKey(holder), most })

  const holdersOf = ({ holder, shares: further = [] }: PermitRequest): Holder[] => [
    ...(holder === undefined ? [] : [holderOf({ holder, most: maxOfOne })]),
    ...further.map(holderOf),
  ]

  const isBeyond = ({ key, most }: Holder, more: number): boolean => (shares.get(key) ?? 0) + more > most

  const isBeyondShare = (holders: readonly Holder[], more: number): boolean =>
    holders.some((holder) => isBeyond(holder, more))

  function addToShare(holders: readonly Holder[], count: number): void {
    for (const { key } of holders) {
      const share = (shares.get(key) ?? 0) + count
      if (share === 0) shares.delete(key)
      else shares.set(key, share)
    }
  }

  function grant(holders: readonly Holder[], granted: number): Permit {
    const sinceMs = clock()
    let count = granted
    let isHeld = true
    held += count
    requests += 1
    return {
      resize(wanted) {
        const more = wanted - count
        if (more > 0 && (held + more > permits || isBeyondShare(holders, more))) return false
        held += more
        addToShare(holders, more)
        count = wanted
        if (more < 0) grantWaiting()
        return true
      },
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        held -= count
        requests -= 1
        addToShare(holders, -count)
        typicalHoldMs += (clock() - sinceMs - typicalHoldMs) * weightOfNewest
        grantWaiting()
      },
    }
  }

  function giveUp(waiting: (typeof queue)[number]): void {
    queue = queue.filter((other) => other !== waiting)
    addToShare(waiting.holders, -waiting.count)
    waiting.grant(undefined)
    grantWaiting()
  }

  function grantWaiting(): void {
    for (;;) {
      const next = queue.find(({ isUrgent }) => isUrgent()) ?? queue[0]
      if (next === undefined || held + next.count > permits) return
      queue = queue.filter((waiting) => waiting !== next)
      next.grant(grant(next.holders, next.count))
    }
  }

  const isFree = (count: number): boolean => queue.length === 0 && held + count <= permits

  const hasRoom = (count: number, isUrgent: boolean): boolean =>
    !isClosed &&
    (isFree(count) || queue.filter((waiting) => waiting.isUrgent() === isUrgent).length < maxWaiting)

  return {
    get requests() {
      return requests + queue.length
    },
    fullShare: (wanted) => wanted.find((share) => isBeyond(holderOf(share), 1)),
    tryAcquire(request = {}) {
      const { count: wanted = 1 } = request
      const holders = holdersOf(request)
      const count = Math.min(wanted, permits)
      if (isClosed || !isFree(count) || isBeyondShare(holders, count)) return undefined
      addToShare(holders, count)
      return grant(holders, count)
    },
    async acquire(request = {}) {
      const { count: wanted = 1, maxWaitMs, isUrgent = () => false } = request
      const holders = holdersOf(request)
      const count = Math.min(wanted, permits)
      if (!hasRoom(count, isUrgent()) || isBeyondShare(holders, count)) return undefined
      addToShare(holders, count)
      if (isFree(count)) return grant(holders, count)
      return await new Promise<Permit | undefined>((resolve) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        const waiting: Waiting = {
          holders,
          count,
          isUrgent,
          grant(permit) {
            clearTimeout(timer)
            resolve(permit)
          },
        }
        if (maxWaitMs !== undefined) timer = setTimeout(() => giveUp(waiting), maxWaitMs)
        queue.push(waiting)
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
      for (const { holders, count, grant: answer } of refused) {
        addToShare(holders, -count)
        answer(undefined)
      }
    },
  }
}

/** Takes permits immediately. @throws {Failure} OVERLOADED */
export function requirePermit(semaphore: Semaphore, request?: PermitRequest): Permit {
  const permit = semaphore.tryAcquire(request)
  if (permit !== undefined) return permit
  const retryAfterSeconds = Math.ceil(semaphore.retryAfterMs() / 1000)
  throw new Failure({ code: 'OVERLOADED', retryAfterSeconds })
}
