import type { User } from '@pictoglyph/site/language/records'
import { beginSession } from './begin-session.ts'
import type { ConsoleUnderTest } from './console-under-test.ts'

/** A browser without a screen: it keeps cookies, sends the origin, and finds the token of a page's forms. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a form with the token of a page that was seen before. */
  post(
    path: string,
    fields?: Record<string, string | string[]>,
    headers?: Record<string, string>,
  ): Promise<Response>
  send(path: string, init: RequestInit): Promise<Response>
  signIn(name: string, password: string): Promise<Response>
  token(): Promise<string>
  readonly cookies: Map<string, string>
}

export function createVisitor({ url }: Pick<ConsoleUnderTest, 'url'>): Visitor {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) {
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    if (init.method === 'POST' && !headers.has('Origin')) headers.set('Origin', url)
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }

  async function token(): Promise<string> {
    const page = await send(cookies.has('session') ? '/account' : '/sign-in', { method: 'GET' })
    return /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  }

  const visitor: Visitor = {
    cookies,
    send,
    token,
    get: (path, headers = {}) => send(path, { method: 'GET', headers }),
    async post(path, fields = {}, headers = {}) {
      const body = new URLSearchParams({ csrf: await token() })
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) body.append(name, value)
      }
      return send(path, { method: 'POST', body, headers })
    },
    signIn: (name, password) => visitor.post('/sign-in', { name, password }),
  }
  return visitor
}

/** A visitor with a session of the user's, begun without asking for a password. */
export async function createSignedInVisitor(
  testConsole: Pick<ConsoleUnderTest, 'url' | 'site'>,
  user: Pick<User, 'id'>,
): Promise<Visitor> {
  const visitor = createVisitor(testConsole)
  visitor.cookies.set('session', await beginSession(testConsole.site, user.id))
  return visitor
}
