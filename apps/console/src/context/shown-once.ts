import { createHash } from 'node:crypto'
import type { ConsoleContext } from './console-context.ts'
import { seal, unseal } from './sealed.ts'

const waitingSeconds = 60

/**
 * Seals a value that a page shows only once, and no one stores. It waits in a cookie for at most a minute; then the
 * page's forms carry it, so that actions on the page lead back to a page that shows it again. The key comes from the
 * session's secret, which the site knows only as a hash, so that any replica can show the value.
 */
export function sealForPage(context: ConsoleContext, path: string, value: string): string {
  return seal(sealingKey(context), path, value)
}

/** Makes the next page at `path` show the value. */
export function passOn(context: ConsoleContext, path: string, value: string): void {
  context.services.cookies.set(context.hono, 'flash', sealForPage(context, path, value), waitingSeconds)
}

/** Passes on the once-only value in a form to the page at `path`, if there is one. */
export function passOnCarried(context: ConsoleContext, path: string): void {
  const value = carriedFor(context, path)
  if (value !== undefined) passOn(context, path, value)
}

/** Takes the secret for `path`; `undefined` after the first call. */
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

/** Derived under its own label, so that neither a form's token nor the stored hash reveals it. */
function sealingKey({ services, hono }: ConsoleContext): Buffer {
  const token = services.cookies.get(hono, 'session') ?? ''
  return createHash('sha256').update(`pictoglyph shown once ${token}`).digest()
}
