import type { Page, Request } from 'playwright-core'

/** Time that passes after each gesture: for a frame, and for work after it. */
const restMs = 40
/** Frames in which a page must come to rest. */
const maxFrames = 900
/** Frames after which an answer counts as left unread. */
const unreadFrames = 6
/** Frames in which the request of a file begins. */
const beginFrames = 20
/** Quiet frames after which a gesture has no further effect. */
const quietFrames = 4

/** Walks through a page, and notes all that changes with each gesture. The page's clock stands still in between. */
export interface PageTour {
  /** Notes the changes by a gesture after the page has come to rest. */
  step(gesture: string, act: () => Promise<unknown>): Promise<void>
  /** Presses keys, as one gesture. */
  press(...keys: string[]): Promise<void>
  /** A gesture that leads to another document; only its name, address and focus are noted. */
  leave(gesture: string, act: () => Promise<unknown>): Promise<void>
  /** Lets exactly this time pass. */
  wait(ms: number): Promise<void>
  /** Holds requests back that match. @returns lets them go on */
  hold(isHeld: (request: Request) => boolean): Promise<() => Promise<void>>
  readonly notes: readonly string[]
}

/** The page's clock, to be set before its first document. */
export async function stopClock(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const frame = requestAnimationFrame.bind(globalThis)
    Object.assign(globalThis, { nextFrame: () => new Promise((resolve) => frame(resolve)) })
  })
  await page.clock.install({ time: clockStart })
}

/** The time at which tours begin. */
export const clockStart = Date.UTC(2026, 4, 6, 7, 8, 9)

export async function startTour(page: Page): Promise<PageTour> {
  const notes: string[] = []
  /** Those of one gesture come in any order. */
  const requests: string[] = []
  const happened: string[] = []
  const pending = new Set<Request>()
  const held = new Set<Request>()
  const answered = new Map<Request, number>()
  const normal = createNormalizer()

  page.on('request', (request) => {
    const type = request.resourceType()
    const isSent = request.url().startsWith('http')
    if (isSent && ['document', 'fetch', 'xhr', 'image', 'script'].includes(type)) pending.add(request)
    if (['document', 'fetch', 'xhr'].includes(type)) requests.push(describeRequest(request))
  })
  const end = (request: Request) => {
    pending.delete(request)
    answered.delete(request)
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('response', (response) => answered.set(response.request(), 0))
  page.on('dialog', async (dialog) => {
    happened.push(`asked ${dialog.type()} ${dialog.message()}`)
    await dialog.accept()
  })
  page.on('pageerror', (error) => happened.push(`threw ${error.message}`))
  page.on('download', (download) => happened.push(`saved ${download.suggestedFilename()}`))

  /** A script may leave an answer unread, which then never ends. */
  const isAtRest = () =>
    [...pending].every((request) => held.has(request) || (answered.get(request) ?? 0) > unreadFrames)

  /** Waits for a frame after the last answer, and for what the page has put into the clipboard. */
  async function rest(wanted = 1): Promise<void> {
    let quiet = 0
    for (let frame = 0; frame < maxFrames; frame++) {
      const isQuiet = isAtRest()
      for (const [request, frames] of answered) answered.set(request, frames + 1)
      const [copied, sending] = await page.evaluate(async () => {
        const { nextFrame } = globalThis as unknown as { nextFrame: () => Promise<void> }
        await nextFrame()
        const text = (await navigator.clipboard?.readText()) ?? ''
        if (text !== '') await navigator.clipboard.writeText('')
        return [text, document.querySelectorAll('.queue-row[data-state=sending]').length] as const
      })
      // The browser reads a file before its request is known.
      const sent = [...pending].filter((request) => request.method() === 'POST').length
      const mayBegin = sending > sent && frame < beginFrames
      if (copied !== '') happened.push(`copied ${copied.replaceAll('\n', ' ⏎ ')}`)
      quiet = isQuiet && isAtRest() && !mayBegin ? quiet + 1 : 0
      if (quiet === wanted) return
    }
    throw new Error(`the page still waits for ${[...pending].map((request) => request.url()).join(', ')}`)
  }

  await page.clock.pauseAt(clockStart + 60_000)
  await rest()
  const look = async () =>
    (await page.evaluate(shownLines)).map(({ text, parent }) => ({ text: normal(text), parent }))
  let before = await look()
  requests.length = 0
  happened.length = 0

  async function note(gesture: string, isOtherPage = false): Promise<void> {
    let after = await look()
    while (!isAtRest()) {
      await rest()
      after = await look()
    }
    const changes = isOtherPage ? after.slice(0, 3).map(({ text }) => text) : differences(before, after)
    before = after
    notes.push(
      gesture,
      ...[...requests.splice(0).sort(), ...happened.splice(0)].map((line) => `  ${normal(line)}`),
      ...changes.map((line) => `  ${line}`),
    )
  }

  async function step(gesture: string, act: () => Promise<unknown>): Promise<void> {
    await act()
    await rest()
    await page.clock.runFor(restMs)
    await rest(quietFrames)
    await note(gesture)
  }

  return {
    notes,
    step,
    press: (...keys) =>
      step(keys.join(', '), async () => {
        for (const key of keys) await page.keyboard.press(key)
      }),
    async leave(gesture, act) {
      await Promise.all([page.waitForEvent('load'), act()])
      await rest()
      await page.clock.runFor(restMs)
      await rest()
      await note(gesture, true)
    },
    async wait(ms) {
      await page.clock.runFor(ms)
      await rest(quietFrames)
      await note(`${ms} ms later`)
    },
    async hold(isHeld) {
      const released = Promise.withResolvers<void>()
      await page.route('**', async (route) => {
        const request = route.request()
        if (!isHeld(request)) return route.fallback()
        held.add(request)
        await released.promise
        held.delete(request)
        await route.fallback()
      })
      return async () => {
        released.resolve()
        await rest()
      }
    },
  }
}

function describeRequest(request: Request): string {
  const { pathname, search, hash } = new URL(request.url())
  const body = request.postData() ?? ''
  const isForm = request.headers()['content-type']?.includes('urlencoded') === true
  const fields = isForm
    ? [...new URLSearchParams(body)].filter(([name]) => name !== 'csrf').map((field) => field.join('='))
    : [body.startsWith('{') ? body : '']
  return [request.method(), pathname + search + hash, ...fields].join(' ').trim()
}

/** Replaces random names by their order of appearance. */
function createNormalizer(): (line: string) => string {
  const seen: string[] = []
  return (line) =>
    line
      .replace(/https?:\/\/(localhost|127\.0\.0\.1):\d+/g, '')
      .replace(/(:\d\d)\.\d{3}Z/g, '$1Z')
      .replace(/--menu-end: [\d.]+px/g, '--menu-end')
      .replace(/blob:[\w/:.-]+/g, 'blob')
      .replace(/[\d.,]+ (ms|毫秒)/g, '# $1')
      .replace(/\b(?=[a-z-]*[A-Z0-9_])[A-Za-z0-9_-]{12,}\b/g, (name) => {
        if (!seen.includes(name)) seen.push(name)
        return `~${seen.indexOf(name) + 1}`
      })
}

/** A visible element, with the place of its parent in the list. */
interface ShownLine {
  text: string
  parent: number
}

/**
 * New lines in the order of the page, after those that vanished: only the outermost, and none that another of its kind
 * replaces.
 */
function differences(before: readonly ShownLine[], after: readonly ShownLine[]): string[] {
  const rest = new Map(before.entries())
  const added = after.filter(({ text }) => {
    const [at] = [...rest].find(([, line]) => line.text === text) ?? []
    return at === undefined || !rest.delete(at)
  })
  const kinds = new Set(added.map(({ text }) => kindOf(text)))
  const gone = [...rest.values()].filter(({ text, parent }) => !rest.has(parent) && !kinds.has(kindOf(text)))
  return [...gone.map(({ text }) => `- ${text.slice(0, 60)}`), ...added.map(({ text }) => `+ ${text}`)]
}

const kindOf = (line: string) => line.split(' ').slice(0, 2).join(' ')

/** A line for each visible element of the page that has a text, an attribute or a state of its own. */
function shownLines(): ShownLine[] {
  const left = new Set(['d', 'sizes', 'srcset', 'csrf', 'viewBox', 'xmlns', 'type', 'for', 'aria-hidden'])
  const cut = (value: string) =>
    (value.length > 70 ? `${value.slice(0, 70)}…` : value).replaceAll('\n', ' ⏎ ')
  const rounded = (style: string) =>
    style.replace(/\d+\.\d+/g, (number) => String(Math.round(Number(number) * 100) / 100))
  const shownValue = ({ name, value }: Attr) =>
    cut(name === 'style' ? rounded(value) : value.replaceAll(location.origin, ''))
  const textOf = (element: Element) =>
    cut(
      [...element.childNodes]
        .flatMap((node) => (node instanceof Text ? node.data.trim() : []))
        .filter((text) => text !== '')
        .join(' ')
        .replace(/\s+/g, ' '),
    )
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement

  function stateOf(element: Element): string[] {
    const states: string[] = []
    if (element instanceof HTMLInputElement) {
      if (element.checked) states.push('checked')
      if (element.indeterminate) states.push('indeterminate')
      if (element.type === 'password') states.push('password')
    }
    if (
      (element instanceof HTMLInputElement &&
        !['checkbox', 'radio', 'hidden', 'file', 'submit'].includes(element.type)) ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    )
      states.push(`=${cut(element.value)}`)
    if (element instanceof HTMLProgressElement) states.push(`=${element.value.toFixed(2)}`)
    if (element.hasAttribute('popover') && element.matches(':popover-open')) states.push('popped up')
    return states
  }

  function lineOf(element: Element): string {
    const attributes = [...element.attributes]
      .filter(
        ({ name, value }) =>
          !left.has(name) && value !== '' && !/^data-(picture|words|offers|variants)$/.test(name),
      )
      .filter(({ name, value }) => name !== 'aria-label' || value !== element.getAttribute('title'))
      .map((attribute) =>
        attribute.name === 'class'
          ? `.${attribute.value.replaceAll(' ', '.')}`
          : `${attribute.name}=${shownValue(attribute)}`,
      )
    const flags = [...element.attributes]
      .filter(({ name, value }) => !left.has(name) && value === '' && !['style', 'class'].includes(name))
      .map(({ name }) => name)
    const text = textOf(element)
    return [
      element.localName,
      ...attributes,
      ...flags,
      ...stateOf(element),
      ...(text === '' ? [] : [`“${text}”`]),
    ].join(' ')
  }

  const lines: ShownLine[] = []
  const add = (text: string, parent = -1) => lines.push({ text, parent }) - 1
  for (const text of [
    `title ${document.title}`,
    `address ${location.pathname}${location.search}${location.hash}`,
    `focus ${focused === null || focused === document.body ? 'none' : lineOf(focused)}`,
    `html ${document.documentElement.lang} ${document.documentElement.dataset.theme ?? ''}`,
    `cookies ${document.cookie}`,
    ...Object.entries(localStorage).map(([name, value]) => `kept ${name}: ${value}`),
    ...Object.entries(sessionStorage).map(([name, value]) => `kept for this visit ${name}: ${value}`),
  ])
    add(text)
  const skipped = 'script, style, template, svg, option, br, noscript'
  function walk(within: Element | ShadowRoot, parent: number): void {
    for (const element of within.children) {
      if (element.matches(skipped) || !element.checkVisibility()) continue
      const line = lineOf(element)
      const place = line === element.localName ? parent : add(line, parent)
      if (element.shadowRoot) walk(element.shadowRoot, place)
      walk(element, place)
    }
  }
  walk(document.body, add(lineOf(document.body)))
  return lines
}
