import { hashSecret } from '../key/key-gate.ts'
import type { SitePorts } from '../site/site-ports.ts'

const codesInAll = 10
const groups = 4
const groupLetters = 6
/** Without letters that look like others. 32 of them are 5 bits each: a code has 120, so it needs no slow hash. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** New recovery codes, each of which works once. They are shown once; the site keeps `hashRecoveryCode` of each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesInAll }, () =>
    Array.from({ length: groups }, () =>
      Array.from(crypto.getRandomValues(new Uint8Array(groupLetters)), (byte) => letters[byte % 32]).join(''),
    ).join('-'),
  )
}

/** The stored form of a code: its SHA-256. Case, spaces and dashes do not count. */
export function hashRecoveryCode(site: Pick<SitePorts, 'createSha256'>, code: string): string {
  return hashSecret(site, `recovery ${bare(code)}`)
}

/** Whether a text has the form of a recovery code. */
export const isRecoveryCode = (text: string): boolean => /^[a-km-np-z2-9]{24}$/.test(bare(text))

const bare = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '')
