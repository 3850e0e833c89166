import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

/** The console's cookies. */
type CookieName = 'session' | 'pending' | 'provider' | 'visitor' | 'notice' | 'language' | 'theme' | 'flash'

export interface Cookies {
  get(hono: Context, name: CookieName): string | undefined
  /** Without `maxAgeSeconds` it lasts until the browser is closed. */
  set(hono: Context, name: CookieName, value: string, maxAgeSeconds?: number): void
  remove(hono: Context, name: CookieName): void
}

/**
 * Cookies that scripts can't read and other sites can't send. Over https they have the `__Host-` prefix (RFC 6265bis
 * section 4.1.3.2), so that no other host can set them; over http on loopback, where browsers refuse the prefix, the
 * plain name.
 */
export function createCookies(consoleUrl: string): Cookies {
  const secure = new URL(consoleUrl).protocol === 'https:'
  const nameOf = (name: CookieName) => (secure ? `__Host-${name}` : name)
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'Lax' } as const
  return {
    get: (hono, name) => getCookie(hono, nameOf(name)),
    set(hono, name, value, maxAgeSeconds) {
      const maxAge = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
      setCookie(hono, nameOf(name), value, { ...attributes, ...maxAge })
    },
    remove: (hono, name) => {
      deleteCookie(hono, nameOf(name), attributes)
    },
  }
}
