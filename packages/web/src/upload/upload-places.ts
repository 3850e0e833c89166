import { type SubjectKey, subjectKey } from '@pictoglyph/site/access/subject'
import { createSemaphore, type PermitShare } from '@pictoglyph/site/admission/semaphore'
import { Failure } from '@pictoglyph/site/language/failure'
import type { Address } from '@pictoglyph/site/network/address'
import { type BodyPace, createBodyPace } from './timed-body.ts'
import type { UploadBounds } from './upload-bounds.ts'

/** The user, key and address that ask for a permit. */
interface PlaceClaim {
  userId: string
  /** The upload's key. Guest links have their own bound. */
  key?: { id: string; isGuestLink: boolean } | undefined
  address: Address | undefined
}

/** One permit to receive an upload; dispose it to release it. */
export interface UploadPlace extends Disposable {
  /** Pass it to the body: its rate decides whether the upload keeps its permit when others wait. */
  readonly pace: BodyPace
}

/** Permits for the uploads that a service receives at once. */
export interface UploadPlaces {
  /** Refuses early if no permit is free at all. @throws {Failure} OVERLOADED */
  requireRoom(): void
  /**
   * Takes a permit within the shares of the user, the key and the address. If there is none, it ends the slowest upload
   * of that share, or of all, if that is below the lowest rate.
   * @throws {Failure} OVERLOADED
   */
  take(claim: PlaceClaim): UploadPlace
}

interface Held {
  holders: ReadonlySet<SubjectKey>
  pace: BodyPace
  leave(): void
}

/** @see {@link UploadPlaces} */
export function createUploadPlaces(bounds: UploadBounds): UploadPlaces {
  const semaphore = createSemaphore({ permits: bounds.maxInFlight })
  const all = new Set<Held>()

  function slowestOf(share: PermitShare | undefined): Held | undefined {
    const nowMs = performance.now()
    const holder = share && subjectKey(share.holder)
    let slowest: Held | undefined
    let lowest = bounds.lowestBytesPerSecond ?? 0
    for (const held of all) {
      if (holder !== undefined && !held.holders.has(holder)) continue
      const rate = held.pace.bytesPerSecond(nowMs)
      if (rate >= lowest) continue
      lowest = rate
      slowest = held
    }
    return slowest
  }

  function overloaded(): Failure {
    return new Failure({ code: 'OVERLOADED', retryAfterSeconds: Math.ceil(semaphore.retryAfterMs() / 1_000) })
  }

  return {
    requireRoom() {
      if (!semaphore.hasRoom() && slowestOf(undefined) === undefined) throw overloaded()
    },
    take(claim) {
      const shares = sharesOf(claim, bounds)
      for (;;) {
        const permit = semaphore.tryAcquire({ shares })
        if (permit !== undefined) {
          const leave = () => {
            all.delete(held)
            permit[Symbol.dispose]()
          }
          const pace = createBodyPace(bounds.slowAfterMs)
          const held: Held = { holders: new Set(shares.map(({ holder }) => subjectKey(holder))), pace, leave }
          all.add(held)
          return { pace, [Symbol.dispose]: leave }
        }
        const given = slowestOf(semaphore.fullShare(shares))
        if (given === undefined) throw overloaded()
        given.leave()
        given.pace.end(overloaded())
      }
    },
  }
}

/** The narrowest share comes first, so that a user who fills it takes no permit of others. */
function sharesOf({ userId, key, address }: PlaceClaim, bounds: UploadBounds): PermitShare[] {
  const ofKey = key?.isGuestLink ? bounds.maxOfOneGuestLink : bounds.maxOfOneKey
  const shares: PermitShare[] = []
  if (key !== undefined && ofKey !== undefined) shares.push({ holder: { keyId: key.id }, most: ofKey })
  shares.push({ holder: { userId }, most: bounds.maxOfOneUser })
  if (bounds.maxOfOneAddress !== undefined) shares.push({ holder: { address }, most: bounds.maxOfOneAddress })
  return shares
}
