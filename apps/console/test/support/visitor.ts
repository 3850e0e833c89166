import type { User } from '@pictoglyph/site/language/records'
import { beginSession } from './begin-session.ts'
import type { ConsoleUnderTest } from './console-under-test.ts'
import { fieldsOf } from './form-fields.ts'

/** A browser without a screen: it keeps cookies, sends the origin, and finds the token of a page's forms. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /**
   * Sends a form with the token of a page that was seen before. A form that changes what it shows is sent as of a page
   * that was opened just now, unless `shown.` fields are given.
   */
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

  /** What the form at an address shows now, if it changes what it shows. */
  async function shownIn(path: string): Promise<Record<string, string[]>> {
    const page = pageOfEditForm(path)
    if (page === undefined) return {}
    const fields = fieldsOf(await (await send(page, { method: 'GET' })).text(), path)
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('shown.')))
  }

  const visitor: Visitor = {
    cookies,
    send,
    token,
    get: (path, headers = {}) => send(path, { method: 'GET', headers }),
    async post(path, fields = {}, headers = {}) {
      const body = new URLSearchParams({ csrf: await token() })
      const isOpened = Object.keys(fields).some((name) => name.startsWith('shown.'))
      const shown = isOpened ? {} : await shownIn(path)
      for (const [name, values] of Object.entries({ ...shown, ...fields })) {
        for (const value of [values].flat()) body.append(name, value)
      }
      return send(path, { method: 'POST', body, headers })
    },
    signIn: (name, password) => visitor.post('/sign-in', { name, password }),
  }
  return visitor
}

/** The page that the form at an address stands on, of each kind that changes what it shows. */
function pageOfEditForm(path: string): string | undefined {
  const [bare = ''] = path.split('?')
  if (/^\/(settings\/(uploads|accounts|site)|settings\/networks\/entries\/[^/]+)$/.test(bare)) return path
  if (/^\/settings\/networks\/(limit|whitelist)$/.test(bare)) return '/settings/networks'
  if (/^\/settings\/(uploads\/categories|text\/(charsets|presets))\/[^/]+\/name$/.test(bare))
    return bare.replace(/\/name$/, '')
  if (/^\/(users|keys|hashes)\/\w+$/.test(bare)) return path
  if (/^\/images\/\w{14}$/.test(bare)) return path
  if (/^\/albums\/\w+\/name$/.test(bare)) return '/albums'
  return bare === '/account/display-name' ? '/account' : undefined
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
