import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every authenticator supports: HMAC-SHA-1, six digits, steps of 30 seconds. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20

/** A new secret of 160 bits (RFC 4226 section 4), as base32. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** Whether a text is a secret as `newTotpSecret` makes them. */
export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text)

/**
 * The `otpauth:` address that an authenticator reads from a QR code.
 * @param issuer the site's name in the authenticator
 */
export function totpAddress(input: { secret: string; issuer: string; account: string }): string {
  const { issuer, account: label } = input
  return new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(input.secret) }).toString()
}

/**
 * The time step that a code belongs to: the present one, the one before or the one after (RFC 6238 section 5.2);
 * otherwise `undefined`. The caller refuses a step that was used before.
 */
export function totpStep(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}
