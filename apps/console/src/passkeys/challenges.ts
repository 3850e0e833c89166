import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ConsoleServices } from '../services.ts'

/** The purpose of a passkey's signature: to add it, to prove an account, or to sign in by itself. */
export type Ceremony = 'add' | 'prove' | 'signIn'

const randomLength = 16
const timeLength = 6
const markLength = 16
const challengeMs = 10 * 60_000

/**
 * Creates a random challenge, valid for ten minutes, one ceremony and one browser, on any replica.
 * @param secret the browser's secret: of its session, or of its forms before it has one
 */
export async function drawChallenge(
  services: Pick<ConsoleServices, 'siteKey' | 'site'>,
  ceremony: Ceremony,
  secret: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const drawn = Buffer.alloc(randomLength + timeLength)
  randomBytes(randomLength).copy(drawn)
  drawn.writeUIntBE(services.site.clock() + challengeMs, randomLength, timeLength)
  const mark = markOf(await services.siteKey(), drawn, `${ceremony} ${secret}`)
  return new Uint8Array(Buffer.concat([drawn, mark]))
}

/** Checks that a challenge was created for this ceremony and browser, and is still valid. */
export async function createChallengeCheck(
  services: Pick<ConsoleServices, 'siteKey' | 'site'>,
  ceremony: Ceremony,
  secret: string,
): Promise<(written: string) => boolean> {
  const key = await services.siteKey()
  return (written) => {
    const challenge = Buffer.from(written, 'base64url')
    if (challenge.length !== randomLength + timeLength + markLength) return false
    const drawn = challenge.subarray(0, -markLength)
    const mark = markOf(key, drawn, `${ceremony} ${secret}`)
    return timingSafeEqual(mark, challenge.subarray(-markLength)) && services.site.clock() < endOf(challenge)
  }
}

/** Marks an answered challenge as used. False if it was used before, on any replica. */
export function useChallenge({ site }: Pick<ConsoleServices, 'site'>, clientData: string): Promise<boolean> {
  const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge: string }
  const bytes = Buffer.from(challenge, 'base64url')
  const time = { atMs: site.clock(), endsAtMs: endOf(bytes) }
  return site.database.factors.useChallenge(bytes.toString('base64url'), time)
}

const endOf = (challenge: Buffer): number => challenge.readUIntBE(randomLength, timeLength)

function markOf(key: Buffer, drawn: Buffer, use: string): Buffer {
  const mac = createHmac('sha256', key).update('pictoglyph passkey ').update(drawn).update(use)
  return mac.digest().subarray(0, markLength)
}
