import { pageAt } from '@pictoglyph/web/page/browser/page-at'
import type { PictureViewer } from '@pictoglyph/web/page/browser/viewer/picture-viewer'
import { mayLeaveUncopied } from './shown-once.ts'

interface Browsing {
  /** Whether leaving this document would lose something, so that pages must load into it. */
  isNeeded: () => boolean
  /** Called after a page has loaded into this document. */
  onArrival: () => void
}

let tellArrival = () => {}

/** These change the texts of every page, so the browser loads the next page itself. */
const leavingPaths = ['/sign-out', '/language']

/**
 * While uploads run, links and forms load their pages into the same document, so that uploads continue. Where the
 * browser can't, it asks before it leaves.
 */
export function keepDocument({ isNeeded, onArrival }: Browsing): void {
  tellArrival = onArrival
  if (!('navigation' in globalThis)) return
  /** The page of each history entry: one page may have several, such as for a view in it. */
  const pageOfEntry = new Map<string, number>()
  let shownPage = 0
  let madePages = 0
  let isLeaving = false
  const noteEntry = () => pageOfEntry.set(navigation.currentEntry?.key ?? '', shownPage)
  noteEntry()
  navigation.addEventListener('currententrychange', noteEntry)

  async function go(address: string, form: FormData | null): Promise<void> {
    const main = document.querySelector('main')
    if (main) main.ariaBusy = 'true'
    try {
      const answer = await fetch(address, form === null ? asPage : { ...asPage, ...formRequest(form) })
      const page = await pageOf(answer)
      if (page === undefined) {
        if (main) main.ariaBusy = null
        await download(answer, form === null)
        return
      }
      show(page)
      shownPage = ++madePages
      history.pushState(null, '', answer.url + new URL(address).hash)
      scrollTo(0, 0)
      onArrival()
    } catch {
      // The browser's own page shows the problem; it asks before uploads are lost.
      isLeaving = true
      location.assign(address)
      isLeaving = false
    }
  }

  async function goBack(address: string, key: string): Promise<void> {
    const page = await pageOf(await fetch(address, asPage))
    if (page === undefined) return
    show(page)
    shownPage = pageOfEntry.get(key) ?? ++madePages
    noteEntry()
    onArrival()
  }

  navigation.addEventListener('navigate', (event) => {
    const { destination, formData, navigationType } = event
    if (isLeaving || !event.canIntercept || event.hashChange || event.downloadRequest !== null) return
    if (navigationType === 'traverse') {
      const isOfShownPage = pageOfEntry.get(destination.key) === shownPage
      if (!destination.sameDocument || isOfShownPage) return
      event.intercept({ handler: () => goBack(destination.url, destination.key) })
      return
    }
    const isOurs = !destination.sameDocument && navigationType !== 'reload' && isNeeded()
    if (!isOurs || leavingPaths.includes(new URL(destination.url).pathname)) return
    event.preventDefault()
    if (formData !== null || mayLeaveUncopied()) void go(destination.url, formData)
  })
}

const asPage = { headers: { Accept: 'text/html' } }

function formRequest(form: FormData): RequestInit {
  const fields = [...form].map(([name, value]) => [name, String(value)])
  return { method: 'POST', body: new URLSearchParams(fields) }
}

async function pageOf(answer: Response): Promise<Document | undefined> {
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false
  return isPage ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
}

/** Responses that are not HTML are downloaded. */
async function download(answer: Response, isLink: boolean): Promise<void> {
  const link = document.createElement('a')
  const name = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  link.download = name
  if (isLink) {
    await answer.body?.cancel()
    link.href = answer.url
  } else link.href = URL.createObjectURL(await answer.blob())
  link.click()
}

let isRenewalDue = false

/**
 * Loads the current page again after a script has changed something. While the user selects, fills in a form or looks
 * at a picture, it only renews the menu with its numbers.
 */
export async function refreshPage(): Promise<void> {
  const address = location.href
  const page = await pageAt(address)
  if (page === undefined) return
  await pressed()
  isRenewalDue = isInUse()
  if (isRenewalDue) {
    renewMenu(page)
    return
  }
  // A picture was closed meanwhile, which changed the address.
  if (address !== location.href) return refreshPage()
  const focused =
    document.activeElement instanceof HTMLAnchorElement ? document.activeElement.href : undefined
  replaceParts(page, pageParts)
  tellArrival()
  const again = [...document.querySelectorAll<HTMLAnchorElement>('main a')].find(
    ({ href }) => href === focused,
  )
  again?.focus({ preventScroll: true })
}

/** Waits for the end of a press: replacing the pressed element would lose it. */
function pressed(): Promise<void> | undefined {
  if (document.querySelector('body :active') === null) return undefined
  return new Promise((resolve) => {
    const ends = ['pointerup', 'pointercancel', 'dragend', 'keyup']
    // The click follows right after.
    for (const end of ends) addEventListener(end, () => setTimeout(resolve), { once: true, capture: true })
  })
}

/** Refreshes the page if a refresh had to wait. */
export function refreshIfDue(): void {
  if (isRenewalDue) void refreshPage()
}

/** Copies this page's once-only value to the new menu's forms: the server no longer has it. */
function renewMenu(page: Document): void {
  const shown = document.querySelector('input[name=shown]')
  replaceParts(page, ['body > header'])
  if (shown === null) return
  for (const form of document.querySelectorAll('body > header form')) form.append(shown.cloneNode())
}

const isInUse = (): boolean =>
  document.querySelector<PictureViewer>('picture-viewer')?.isOpen === true ||
  document.querySelector(
    'form[data-upload], [data-shown-once], [data-has-selection], dialog[open], main details[open]',
  ) !== null ||
  document.activeElement?.matches('main :is(input:not([type=file]), textarea, select)') === true

const pageParts = ['body > header', 'body > main', 'body > .bottom-nav']

function replaceParts(page: Document, selectors: readonly string[]): void {
  for (const selector of selectors) {
    const next = page.querySelector(selector)
    const former = document.querySelector(selector)
    if (next && former) former.replaceWith(next)
  }
}

/** Replaces the content of this page by another page's; the rest of the document stays. */
function show(page: Document): void {
  const { body } = page
  document.title = page.title
  const { lang, dataset } = page.documentElement
  document.documentElement.lang = lang
  document.documentElement.dataset.theme = dataset.theme
  replaceParts(page, pageParts)
  document.body.className = body.className
  for (const name of ['userId', 'address']) {
    const value = body.dataset[name]
    if (value === undefined) delete document.body.dataset[name]
    else document.body.dataset[name] = value
  }
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
