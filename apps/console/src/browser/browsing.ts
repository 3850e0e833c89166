import { pageAt } from '@pictoglyph/web/page/browser/page-at'
import type { PictureViewer } from '@pictoglyph/web/page/browser/viewer/picture-viewer'
import { mayLeaveUncopied } from './shown-once.ts'

interface Browsing {
  /** Whether something would be lost with this document, so that pages come into it. */
  isNeeded: () => boolean
  /** A page has come into this document. */
  onArrival: () => void
}

let tellArrival = () => {}

/** Leaving by these changes what every page says. */
const leavingPaths = ['/sign-out', '/language']

/**
 * While uploads run, the pages that links and forms lead to come into the same document, so that uploads go on. Where
 * the browser can't, it asks before it leaves.
 */
export function keepDocument({ isNeeded, onArrival }: Browsing): void {
  tellArrival = onArrival
  if (!('navigation' in globalThis)) return
  /** Which page each entry of the history belongs to: one page may have several, such as for a view in it. */
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
      // The browser's own page says what the matter is; it asks before uploads are lost.
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
    const hasFiles = formData !== null && [...formData.values()].some((value) => typeof value !== 'string')
    if (!isOurs || hasFiles || leavingPaths.includes(new URL(destination.url).pathname)) return
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

/** What is no page is saved. */
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
 * Shows the page as the server has it now, after a script has done something on it. Where someone is in the middle of
 * a selection or a form, or looks at a picture, only the menu with its numbers is renewed.
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
  // A picture was closed meanwhile, and this is its page.
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

/** Waits for the end of a press, which would be lost if what is pressed were replaced. */
function pressed(): Promise<void> | undefined {
  if (document.querySelector('body :active') === null) return undefined
  return new Promise((resolve) => {
    const ends = ['pointerup', 'pointercancel', 'dragend', 'keyup']
    // Its click comes right after.
    for (const end of ends) addEventListener(end, () => setTimeout(resolve), { once: true, capture: true })
  })
}

/** Renews the page if that had to wait for what was in use. */
export function refreshIfDue(): void {
  if (isRenewalDue) void refreshPage()
}

/** The forms of the menu carry on a value that this page shows this once: the server does not know it any more. */
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

/** Puts another page's content in place of the one that is shown; what stands beside it stays. */
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
