import { expectRecorded } from '@pictoglyph/recorded'
import { setUserQuota } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { Role } from '@pictoglyph/site/language/records'
import type { PolicyKey } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { type ConsoleUnderTest, memberPassword, startConsole } from '../support/console-under-test.ts'
import { formsIn, type PageForm, sentBy } from '../support/html-forms.ts'
import { createVisitor, type Visitor } from '../support/visitor.ts'
import { changes } from './changes.ts'
import { createNames, type Names } from './names.ts'
import { attributeOf, elementsIn, linesOfPage, textOf } from './page-lines.ts'

/** Mistakes of a field that a person writes into. */
const wrongTexts = ['', 'x'.repeat(12_000), 'a\u202eb', '-1', '0']

/** Between two requests; slow enough for a minute’s limit of changes. */
const stepMs = 150

const browserName = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

type Fields = Record<string, string | readonly string[]>

/** A tour of a console, whose clock moves by a step with each request. */
export interface Tour extends AsyncDisposable {
  readonly testConsole: ConsoleUnderTest
  readonly names: Names
  /** Moves the clock. */
  wait(ms: number): void
  /** A visitor who is signed out. */
  visitor(name: string): Guide
  /** A new user, who signs in with a password. */
  member(name: string, role?: Role): Promise<Guide>
  /** A user who signs in once more. */
  again(name: string): Promise<Guide>
  /** Sets a policy of the site. */
  policy(key: PolicyKey, value: string): Promise<void>
  quota(name: string, bytes: number): Promise<void>
  /** Compares all that was seen with the recorded tour. */
  end(): Promise<void>
}

/** One visitor of a tour, whose answers are recorded. */
interface Guide {
  readonly visitor: Visitor
  /** The text of the last page that was opened. */
  lastPage(): string
  /** Opens pages in both languages. */
  see(...paths: string[]): Promise<void>
  /** Opens a page with each option of its filters, and with each of its links to other parts of its list. */
  filter(path: string): Promise<void>
  /** Sends a form, and opens the page to which it leads. A refusal and a notice appear in both languages. */
  send(path: string, fields?: Fields, headers?: Record<string, string>): Promise<string>
  /** Sends a form of a page as a browser does, with some fields written. */
  fill(page: string, action: string, written?: Fields): Promise<string>
  /** Sends a form of a page many times, each with a mistake in one of its fields. */
  mistake(page: string, action: string, more?: Readonly<Record<string, readonly string[]>>): Promise<void>
  /** Sends a form, of which nothing is recorded, and gives the address to which it leads. */
  make(path: string, fields: Fields): Promise<string>
  /** Sends any request. */
  raw(method: string, path: string, init: { headers?: Record<string, string>; body?: string }): Promise<void>
  /** Uploads a picture, of which nothing is recorded, and gives its id. */
  picture(fields: Fields, file: Upload): Promise<string>
  /** Sends files with fields. */
  upload(path: string, fields: Fields, file: Upload, headers?: Record<string, string>): Promise<string>
}

interface Upload {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  field?: string
}

interface TourOptions extends Omit<NonNullable<Parameters<typeof startConsole>[0]>, 'clock'> {
  /** Records what stands around the first page, too, and not only its changes. */
  hasShell?: boolean
}

export async function startTour(
  name: string,
  { hasShell = false, ...change }: TourOptions = {},
): Promise<Tour> {
  let nowMs = Date.UTC(2026, 5, 1, 12)
  const clock = () => nowMs
  const testConsole = await startConsole({ ...change, clock, limits: { clock, wallClock: clock } })
  // The disk is the same on every machine.
  Object.assign(testConsole.site.blobs, { space: async () => ({ freeBytes: 65e9, totalBytes: 252e9 }) })
  const { site, url } = testConsole
  const names = createNames({
    console: url,
    images: site.links.page({ id: '' }).replace(/(?<=\d)\/.*/, ''),
    text: 'http://localhost:8081',
  })
  const lines: string[] = []
  const pages: { key: string; path: string; lines: string[] }[] = []
  const headersOf = new Map<string, string[]>()
  const shells = new Map<string, string[]>()
  const translated = new Set<string>()
  const told = { events: 0, warnings: 0, notes: 0 }

  /** What the log tells of a request. */
  function logLines(): string[] {
    const { events, warnings, notes } = testConsole
    const since = [
      ...events.slice(told.events).map(({ event, user }) => `event: ${event} ${user ?? ''}`.trim()),
      ...warnings.slice(told.warnings).map((facts) => `warning: ${JSON.stringify(facts)}`),
      ...notes.slice(told.notes).map((text) => `note: ${text}`),
    ]
    Object.assign(told, { events: events.length, warnings: warnings.length, notes: notes.length })
    return since
  }

  async function bodyLines(answer: Response, key: string, path: string, atMs: number): Promise<string[]> {
    const type = answer.headers.get('content-type') ?? ''
    if (type.startsWith('text/html'))
      return pageLines(names.named((await answer.text()).replaceAll(String(atMs), '‹now›')), key, path)
    if (/json|text|javascript/.test(type))
      return names.named(await answer.text()).split(/\r?\n|(?<=[,{])(?=")/)
    const bytes = await answer.bytes()
    return bytes.length === 0 ? [] : [`${bytes.length} bytes of ${type}`]
  }

  function pageLines(html: string, key: string, path: string): string[] {
    const { title, main, shell: whole } = linesOfPage(html)
    const shell = whole.map((line) =>
      line.endsWith(` name=return value=${path}`) ? `${line.slice(0, -path.length)}‹here›` : line,
    )
    const kind = shell
      .filter((line) => /^(html|body\S*)/.test(line))
      .join(' ')
      .replace(/data-.*/, '')
    const place = `${kind} ${path.replace(/\?.*/, '')}`
    const around = shells.get(place) ?? shells.get(kind) ?? (hasShell ? undefined : shell)
    shells.set(place, shell).set(kind, shell)
    const aroundLines = around === undefined ? shell : changes(around, shell)
    const shown = [title, ...main]
    const base = likest(shown, key)
    const like = base === undefined ? [] : [`like ${nameOf(base)}`]
    pages.push({ key, path, lines: shown })
    return [
      ...like,
      ...(base === undefined ? shown : changes(base.lines, shown)),
      ...(aroundLines.length === 0 ? [] : ['around it', ...aroundLines.map((line) => ` ${line}`)]),
    ]
  }

  /** The address of a page, and how many have been seen at it since, if any. */
  function nameOf(page: (typeof pages)[number]): string {
    const shown = pages.filter(({ key, path }) => key === page.key && path === page.path)
    const since = shown.length - 1 - shown.indexOf(page)
    return since === 0 ? page.path : `${page.path}, ${since} before`
  }

  /** The page so far that has the most lines in common, if these are at least half of them. */
  function likest(shown: readonly string[], key: string) {
    const kinds = new Map(pages.map((page) => [page.path.replace(/\?.*/, '') + page.key, page]))
    const recent = [...kinds.values(), ...pages.slice(-12)].filter((page) => page.key === key)
    const held = new Set(shown)
    let [best, most] = [recent.at(-1), shown.length / 2]
    best = undefined
    for (const page of recent) {
      const shared = page.lines.filter((line) => held.has(line)).length
      const distance = shown.length - shared + (page.lines.length - shared)
      if (distance < most * 1.5) [best, most] = [page, distance / 1.5]
    }
    return best
  }

  function headerLines(answer: Response): string[] {
    const left = ['date', 'content-length', 'location', 'set-cookie', 'keep-alive', 'connection']
    const shown = [...answer.headers].filter(([header]) => !left.includes(header))
    const written = shown.map(([header, value]) => names.named(`${header}: ${value}`)).sort()
    const kind = answer.headers.get('content-type') ?? 'none'
    const before = headersOf.get(kind)
    headersOf.set(kind, written)
    return before === undefined ? written : changes(before, written)
  }

  const cookieLines = (answer: Response): string[] =>
    answer.headers.getSetCookie().map((line) => {
      const [, cookie = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      const shown = cookie === 'notice' ? Buffer.from(value, 'base64url').toString() : value
      return names.named(`cookie ${cookie}=${/^[\w.-]{20,}$/.test(shown) ? '…' : shown}${rest}`)
    })

  /** @param known the lines of the same page in English, of which only the words in Chinese are recorded */
  async function record(
    head: string,
    answer: Response,
    { key, path, known }: { key: string; path: string; known?: readonly string[] },
  ): Promise<string[]> {
    const atMs = nowMs
    nowMs += stepMs
    const location = answer.headers.get('location')
    const seen = [
      ...cookieLines(answer),
      ...headerLines(answer),
      ...(await bodyLines(answer, key, names.named(path), atMs)),
      ...logLines().map(names.named),
    ]
    const shown = known === undefined ? seen : seen.filter((line) => isNew(line, known))
    lines.push(
      names.named(`# ${head} → ${answer.status}${location === null ? '' : ` ${location}`}`),
      ...shown.map((line) => ` ${line}`),
    )
    return seen
  }

  /** Whether a line has words that neither the same page in English nor any page before has. */
  function isNew(line: string, english: readonly string[]): boolean {
    const words = line.replace(/^[+ ]+/, '')
    if (line.startsWith('-') || translated.has(words) || english.includes(line)) return false
    translated.add(words)
    return true
  }

  function guide(visitorName: string): Guide {
    const visitor = createVisitor(testConsole)
    const languageNow = () => visitor.cookies.get('language') ?? 'en'
    const by = () => `${visitorName}${languageNow() === 'en' ? '' : ' zh'}`
    const tokens = new Map<string, string>()
    let last = ''
    const headers = { 'User-Agent': browserName, 'Sec-Fetch-Site': 'same-origin' }

    async function inChinese<T>(act: () => Promise<T>): Promise<T> {
      visitor.cookies.set('language', 'zh-CN')
      try {
        return await act()
      } finally {
        visitor.cookies.set('language', 'en')
      }
    }

    async function look(path: string): Promise<string> {
      const once = ['notice', 'flash'].flatMap((cookie) => {
        const value = visitor.cookies.get(cookie)
        return value === undefined ? [] : [[cookie, value] as const]
      })
      const answer = await visitor.get(path, headers)
      const html = await answer.clone().text()
      last = html
      const known = await record(`${by()}: GET ${path}`, answer, { key: languageNow(), path })
      if (answer.headers.get('content-type')?.startsWith('text/html') !== true) return html
      await inChinese(async () => {
        for (const [cookie, value] of once) visitor.cookies.set(cookie, value)
        const chinese = await visitor.get(path, headers)
        await record(`${by()}: GET ${path}`, chinese, { key: languageNow(), path, known })
      })
      return html
    }

    async function textOfPage(path: string): Promise<string> {
      nowMs += stepMs
      return await (await visitor.get(path, headers)).text()
    }

    const written = (fields: Fields): string =>
      Object.entries(fields)
        .filter(([field]) => !field.startsWith('shown.') && field !== 'shown')
        .map(([field, value]) => `${field}=${[value].flat().join('+')}`)
        .join('&')
        .replaceAll('\n', '⏎')

    async function answered(
      path: string,
      told: string,
      post: () => Promise<Response>,
    ): Promise<{ location: string; status: number }> {
      const answer = await post()
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
      const location = answer.headers.get('location') ?? ''
      const head = () => `${by()}: POST ${path} ${told}`.trimEnd()
      const address = `POST ${path.replace(/\?.*/, '')}`
      const known = await record(head(), answer, { key: languageNow(), path: address })
      if (isPage && answer.status >= 400) {
        await inChinese(async () =>
          record(head(), await post(), { key: languageNow(), path: address, known }),
        )
      }
      return { location, status: answer.status }
    }

    /** The token of this session’s forms. */
    async function tokenNow(): Promise<string> {
      const holder = visitor.cookies.get('session') ?? visitor.cookies.get('visitor') ?? ''
      const known = tokens.get(holder)
      if (known !== undefined) return known
      const [notice, token] = [visitor.cookies.get('notice'), await visitor.token()]
      if (notice !== undefined) visitor.cookies.set('notice', notice)
      tokens.set(visitor.cookies.get('session') ?? visitor.cookies.get('visitor') ?? '', token)
      return token
    }

    async function multipart(fields: Fields, { name: fileName, bytes, field = 'file' }: Upload) {
      const form = new FormData()
      form.append('csrf', await tokenNow())
      for (const [key, values] of Object.entries(fields)) {
        for (const value of [values].flat()) form.append(key, value)
      }
      form.append(field, new Blob([bytes]), fileName)
      return form
    }

    async function post(path: string, fields: Fields, more: Record<string, string>, told: string) {
      const body = new URLSearchParams({ csrf: await tokenNow() })
      for (const [field, values] of Object.entries(fields)) {
        for (const value of [values].flat()) body.append(field, value)
      }
      return answered(path, told, () =>
        visitor.send(path, { method: 'POST', body, headers: { ...headers, ...more } }),
      )
    }

    async function follow({ location }: { location: string }): Promise<string> {
      if (location.startsWith('/') && !location.includes('/file')) await look(location.replace(/#.*/, ''))
      return location
    }

    async function formOf(page: string, action: string): Promise<PageForm> {
      const form = (await formsIn(await textOfPage(page))).find((one) => one.action === action)
      if (form === undefined) throw new Error(`${page} has no form to ${action}`)
      return form
    }

    const lists = (fields: Fields): Record<string, string[]> =>
      Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, [values].flat()]))

    return {
      visitor,
      lastPage: () => last,
      async see(...paths) {
        for (const path of paths) await look(path)
      },
      async filter(path) {
        const addresses = filtersIn(await look(path), path)
        for (const address of addresses) await look(address)
      },
      send: async (path, fields = {}, more = {}) => follow(await post(path, fields, more, written(fields))),
      async fill(page, action, fields = {}) {
        const form = await formOf(page, action)
        const sent = { ...sentBy(form, lists(fields)), ...fields }
        return follow(await post(action, sent, {}, written(fields)))
      },
      async mistake(page, action, more = {}) {
        let form = await formOf(page, action)
        for (const { name: field, kind } of form.seen) {
          const wrong = [...(kind === 'text' ? wrongTexts : ['nonsense']), ...(more[field] ?? [])]
          for (const value of wrong) {
            const fields = { [field]: [value] }
            const { status } = await post(action, sentBy(form, fields), {}, written(fields))
            if (status < 400) form = await formOf(page, action)
          }
        }
        await look(page)
      },
      async make(path, fields) {
        const body = new URLSearchParams({ csrf: await tokenNow() })
        for (const [field, value] of Object.entries(lists(fields)))
          for (const one of value) body.append(field, one)
        const answer = await visitor.send(path, { method: 'POST', body, headers })
        for (const cookie of ['notice', 'flash']) visitor.cookies.delete(cookie)
        nowMs += stepMs
        logLines()
        return answer.headers.get('location') ?? ''
      },
      async raw(method, path, { headers: more = {}, body }) {
        const answer = await visitor.send(path, {
          method,
          headers: { ...headers, ...more },
          ...(body !== undefined && { body }),
        })
        const told = Object.entries(more).map(([header, value]) => `${header}: ${value}`)
        const sent = body === undefined ? [] : [body.length > 60 ? `${body.length} bytes` : body]
        const head = `${by()}: ${method} ${path} (${[...told, ...sent].join('; ')})`
        await record(head, answer, { key: languageNow(), path })
      },
      async picture(fields, file) {
        const body = await multipart(fields, file)
        const answer = await visitor.send('/upload', { method: 'POST', body, headers })
        visitor.cookies.delete('notice')
        nowMs += stepMs
        logLines()
        return answer.headers.get('location')?.replace('/images/', '') ?? ''
      },
      async upload(path, fields, file, more = {}) {
        const form = await multipart(fields, file)
        const told = `${written(fields)} ${file.name}`.trim()
        return follow(
          await answered(path, told, () =>
            visitor.send(path, { method: 'POST', body: form, headers: { ...headers, ...more } }),
          ),
        )
      },
    }
  }

  async function signedIn(memberName: string): Promise<Guide> {
    nowMs += stepMs
    const one = guide(memberName)
    const fields = { name: memberName, password: memberPassword }
    await one.visitor.post('/sign-in', fields, { 'User-Agent': browserName })
    one.visitor.cookies.delete('notice')
    one.visitor.cookies.set('language', 'en')
    logLines()
    return one
  }

  return {
    testConsole,
    names,
    wait(ms) {
      nowMs += ms
    },
    visitor: guide,
    async member(memberName, role = 'member') {
      await testConsole.addMember(memberName, role)
      nowMs += stepMs
      return signedIn(memberName)
    },
    again: signedIn,
    async policy(key, value) {
      await setPolicy(site, commandActor, key, value)
      await testConsole.refresh()
      nowMs += stepMs
      lines.push(`# policy ${key} = ${value}`)
    },
    async quota(memberName, bytes) {
      const user = await site.database.users.byName(memberName)
      if (user !== undefined) await setUserQuota(site, commandActor, user, bytes)
      nowMs += stepMs
      lines.push(`# quota of ${memberName} = ${bytes}`)
    },
    async end() {
      await expectRecorded(new URL(`./${name}.txt`, import.meta.url), lines)
    },
    [Symbol.asyncDispose]: () => testConsole[Symbol.asyncDispose](),
  }
}

/** The addresses to which the filters and the other links to parts of a page’s list lead. */
function filtersIn(html: string, path: string): string[] {
  const document = parse(html)
  const [main] = elementsIn(document, 'main')
  if (main === undefined) return []
  const forms = elementsIn(main, 'form').filter((form) => attributeOf(form, 'method') !== 'post')
  const filters = forms.flatMap((form) => {
    const action = attributeOf(form, 'action') ?? path
    return controlsIn(form).flatMap(([field, values]) =>
      values.map((value) => `${action.replace(/\?.*/, '')}?${new URLSearchParams({ [field]: value })}`),
    )
  })
  const [bare] = path.split('?')
  const links = elementsIn(main, 'a').flatMap((link) => {
    const href = attributeOf(link, 'href') ?? ''
    return href.startsWith(`${bare}?`) ? [href.replace(/#.*/, '')] : []
  })
  return [...new Set([...filters, ...links])]
}

function controlsIn(form: DefaultTreeAdapterTypes.Element): [field: string, values: string[]][] {
  const inputs = elementsIn(form, 'input').map((input): [string, string[]] => {
    const type = attributeOf(input, 'type') ?? 'text'
    const value = attributeOf(input, 'value') ?? 'on'
    if (type === 'hidden') return [attributeOf(input, 'name') ?? '', []]
    if (type === 'date') return [attributeOf(input, 'name') ?? '', ['2026-06-01', '2026-06-02', 'soon']]
    const isBox = type === 'checkbox' || type === 'radio'
    return [attributeOf(input, 'name') ?? '', isBox ? [value] : ['a', 'zz', ' ', 'x'.repeat(300)]]
  })
  const selects = elementsIn(form, 'select').map((select): [string, string[]] => [
    attributeOf(select, 'name') ?? '',
    [
      ...elementsIn(select, 'option').map((option) => attributeOf(option, 'value') ?? textOf(option)),
      'none?',
    ],
  ])
  return [...inputs, ...selects].filter(([field]) => field !== '')
}
