import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { goTo } from './answers.ts'
import type { SignedInContext } from './console-context.ts'

const waitingSeconds = 60
const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Answers a form that made a secret by leading to the page at `path`, which shows it this once: the page can be
 * reloaded and come back to, and nothing is made again. The secret goes along in a cookie for at most a minute,
 * encrypted for that page under the session's own secret, of which the site knows a hash only. So the site stores
 * it nowhere, and whichever replica is asked next can show it.
 */
export function flashSecret(context: SignedInContext, path: string, secret: string): Response {
  const iv = randomBytes(ivBytes)
  const seal = createCipheriv(cipher, sealingKey(context), iv).setAAD(Buffer.from(path))
  const sealed = Buffer.concat([iv, seal.update(secret), seal.final(), seal.getAuthTag()])
  const { cookies } = context.services
  cookies.set(context.hono, 'flash', sealed.toString('base64url'), waitingSeconds)
  return goTo(context, path)
}

/** The secret that this page is to show, which is gone from the browser then; `undefined` if there is none. */
export function takeFlash(context: SignedInContext): string | undefined {
  const { cookies } = context.services
  if (context.hono.req.method !== 'GET') return undefined
  const sealed = Buffer.from(cookies.get(context.hono, 'flash') ?? '', 'base64url')
  const secret = unseal(context, sealed)
  if (secret !== undefined) cookies.remove(context.hono, 'flash')
  return secret
}

function unseal(context: SignedInContext, sealed: Buffer): string | undefined {
  if (sealed.length < ivBytes + tagBytes) return undefined
  try {
    const open = createDecipheriv(cipher, sealingKey(context), sealed.subarray(0, ivBytes))
    open.setAAD(Buffer.from(context.path)).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([open.update(sealed.subarray(ivBytes, -tagBytes)), open.final()]).toString()
  } catch {
    // What was sealed for another page or session, or not by us, is none of this page's.
    return undefined
  }
}

/** Under a label of its own, so that neither a form's token nor the stored hash tells anything of it. */
function sealingKey({ services, hono }: SignedInContext): Buffer {
  const token = services.cookies.get(hono, 'session') ?? ''
  return createHash('sha256').update(`pictoglyph shown once ${token}`).digest()
}
