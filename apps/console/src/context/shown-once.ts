import { createHash } from 'node:crypto'
import type { ConsoleContext } from './console-context.ts'
import { seal, unseal } from './sealed.ts'

const waitingSeconds = 60

/**
 * A value that a page shows this once, and nobody stores. On its way there it waits in a cookie for at most a minute; on
 * the page its forms carry it, so that what is done beside it leads back to a page that shows it again. It is encrypted
 * for that page under the session's own secret, of which the site knows a hash only: whichever replica is asked next can
 * show it.
 */
export function sealForPage(context: ConsoleContext, path: string, value: string): string {
  return seal(sealingKey(context), path, value)
}

/** Has the next page at `path` show the value. */
export function passOn(context: ConsoleContext, path: string, value: string): void {
  context.services.cookies.set(context.hono, 'flash', sealForPage(context, path, value), waitingSeconds)
}

/** Passes on to a page the value of it that the form carries, if it carries one. */
export function passOnCarried(context: ConsoleContext, path: string): void {
  const value = carriedFor(context, path)
  if (value !== undefined) passOn(context, path, value)
}

/** The value that the page at `path` is to show; `undefined` if there is none. It does not wait for it twice. */
export function takeShownOnce(context: ConsoleContext, path: string): string | undefined {
  const { cookies } = context.services
  if (context.hono.req.method !== 'GET') return carriedFor(context, path)
  const value = unseal(sealingKey(context), path, cookies.get(context.hono, 'flash') ?? '')
  if (value !== undefined) cookies.remove(context.hono, 'flash')
  return value
}

function carriedFor(context: ConsoleContext, path: string): string | undefined {
  return unseal(sealingKey(context), path, context.form.get('shown') ?? '')
}

/** Under a label of its own, so that neither a form's token nor the stored hash tells anything of it. */
function sealingKey({ services, hono }: ConsoleContext): Buffer {
  const token = services.cookies.get(hono, 'session') ?? ''
  return createHash('sha256').update(`pictoglyph shown once ${token}`).digest()
}
