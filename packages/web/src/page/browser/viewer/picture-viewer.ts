import { copyFormats } from '@pictoglyph/site/images/copy-formats'
import type { ViewerWords } from '../../viewer-words.ts'
import { afterPaint } from '../after-paint.ts'
import { copyText } from '../copy-button.ts'
import { lastCopyFormat } from '../copy-format.ts'
import { pageAt } from '../page-at.ts'
import { pictureOf } from '../viewed-picture.ts'
import { createCopyChoice } from './copy-choice.ts'
import { createKeysCard } from './keys-card.ts'
import { anchor, button, element } from './parts.ts'
import { imagesOf, originalOf } from './shown-images.ts'
import { editTitle } from './title-editor.ts'
import { viewerStyle } from './viewer-style.ts'
import { enableZoom, type Zoom } from './zoom.ts'
import { createZoomPill } from './zoom-pill.ts'

const toastMs = 2_500
/** Distance of one arrow key. */
const panPixels = 120
/** How long the viewer offers to undo. */
const undoMs = 10_000

/** The page's functions for the viewer. */
export interface ViewerHost {
  /** The current links of the list, in order: a list can grow and shrink meanwhile. */
  links: () => HTMLAnchorElement[]
  /** Loads more of the list, if there is more. */
  loadMore?: () => Promise<void>
  /** The number of pictures, including those that are not loaded yet; `undefined` if unknown. */
  total?: () => number | undefined
  /** Deletes a picture, also from the list. @returns its undo, or `undefined` if deleting failed */
  remove?: (link: HTMLAnchorElement) => Promise<(() => Promise<boolean>) | undefined>
  /** Renames a picture, also in the list. @returns whether it worked */
  rename?: (link: HTMLAnchorElement, title: string) => Promise<boolean>
  /** Called when the viewer closes. */
  closed?: () => void
  /** Finds the facts about a picture in its page. */
  factsIn: (page: Document) => Element | null
}

/**
 * Shows the pictures of a list one by one over the whole window. Meanwhile the address is that of the picture's page:
 * it can be saved, sent and reloaded. Going back closes the viewer.
 */
export class PictureViewer extends HTMLElement {
  #host: ViewerHost | undefined
  #link: HTMLAnchorElement | undefined
  #isPushed = false
  readonly #removing = new Set<HTMLAnchorElement>()
  #toastTimer: ReturnType<typeof setTimeout> | undefined
  readonly #words = JSON.parse(this.dataset.words ?? '{}') as ViewerWords
  #returnTo = ''
  #titleBefore = document.title
  readonly #maxTitle = Number(this.dataset.maxTitle ?? 0)
  readonly #dialog = element('dialog', { ariaLabel: this.#words.viewer, tabIndex: -1, autofocus: true })
  readonly #name = element('h2', { dir: 'auto' })
  readonly #place = element('span', { className: 'place' })
  readonly #stage = element('div', { className: 'stage' })
  readonly #picture = element('div', { className: 'picture' })
  readonly #panel = element('aside', { className: 'panel', hidden: true, tabIndex: 0 })
  readonly #toast = element('p', { className: 'toast', role: 'status' })
  readonly #copyChoice = createCopyChoice(this.#words, () => void this.#copy())
  readonly #keys = createKeysCard(this.#words, this.#maxTitle > 0)
  readonly #previous = button('previous', this.#words.previous, () => this.#step(-1))
  readonly #next = button('next', this.#words.next, () => this.#step(1))
  readonly #factsButton = button('facts', this.#words.facts, () => void this.#toggleFacts())
  readonly #download = anchor('download', this.#words.download)
  readonly #page = anchor('open', this.#words.openPage, this.#words.pageLabel)
  readonly #pill = createZoomPill(this.#words, () => this.#zoom)
  readonly #zoom: Zoom = enableZoom(this.#stage, this.#picture, {
    onScale: (scale, isClose) => {
      this.#pill.say(scale)
      if (isClose) this.#showOriginal()
    },
    onSwipe: (direction) => this.#step(direction),
    onPullDown: () => this.#close(),
  })

  connectedCallback(): void {
    if (this.shadowRoot !== null) return
    const root = this.attachShadow({ mode: 'open' })
    const style = new CSSStyleSheet()
    style.replaceSync(viewerStyle)
    root.adoptedStyleSheets = [style]
    const canChange = this.#maxTitle > 0
    this.#dialog.classList.toggle('can-change', canChange)
    const { copy, choose, menu } = this.#copyChoice
    const split = element('span', { className: 'split' })
    split.append(copy, choose)
    const acts = element('div', { className: 'acts' })
    acts.append(
      split,
      this.#download,
      this.#factsButton,
      this.#page,
      ...(canChange ? [button('remove', this.#words.remove, () => void this.#remove())] : []),
    )
    const keys = button('keys', this.#words.keys)
    keys.popoverTargetElement = this.#keys
    const header = element('header')
    header.append(
      this.#name,
      ...(canChange ? [button('edit', this.#words.edit, () => this.#edit())] : []),
      this.#place,
      acts,
      keys,
      button('close', this.#words.close, () => this.#close()),
    )
    this.#previous.classList.add('step')
    this.#next.classList.add('step')
    this.#stage.append(this.#picture)
    const middle = element('div', { className: 'middle' })
    middle.append(this.#stage, this.#previous, this.#next, this.#pill.pill)
    this.#dialog.append(header, middle, this.#panel, this.#toast, menu, this.#keys)
    root.append(this.#dialog)
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.#close()
    })
    this.#dialog.addEventListener('keydown', (event) => this.#onKey(event))
    addEventListener('popstate', () => this.#onPopState())
    // The focused element may be gone, such as a menu that closes.
    document.addEventListener('keydown', (event) => {
      if (this.isConnected && this.#dialog.open && event.target === document.body) this.#onKey(event)
    })
  }

  /** Opens at a picture of the page's list. */
  open(host: ViewerHost, link: HTMLAnchorElement): void {
    this.#host = host
    this.#returnTo = location.href
    this.#titleBefore = document.title
    history.pushState({ viewer: true }, '', link.href)
    this.#isPushed = true
    this.#write(link)
    // Opening it last lays everything out only once.
    this.#dialog.showModal()
    this.#dialog.focus()
    this.#settle(link)
  }

  get isOpen(): boolean {
    return this.#dialog.open
  }

  /** Replaces the current picture by another. */
  #turnTo(link: HTMLAnchorElement): void {
    history.replaceState({ viewer: true }, '', link.href)
    this.#write(link)
    this.#settle(link)
  }

  /** Puts a picture and its texts into the viewer. */
  #write(link: HTMLAnchorElement): void {
    this.#link = link
    const picture = pictureOf(link)
    this.#picture.replaceChildren(...imagesOf(picture, picture.title || this.#words.untitled))
    this.#sayName()
    this.#updatePlace()
    this.#copyChoice.refresh()
    this.#download.href = picture.downloadUrl
    this.#download.download = ''
    this.#page.href = link.href
  }

  /** Fits the new picture, and loads its facts and neighbours. */
  #settle(link: HTMLAnchorElement): void {
    this.#zoom.show(pictureOf(link))
    if (!this.#panel.hidden) void this.#loadFacts()
    afterPaint(() => this.#loadNeighbours(link))
  }

  #loadNeighbours(link: HTMLAnchorElement): void {
    if (link !== this.#link || !this.#dialog.open) return
    const links = this.#links()
    const at = links.indexOf(link)
    for (const neighbour of [links[at + 1], links[at - 1]]) {
      if (neighbour) new Image().src = pictureOf(neighbour).shownUrl
    }
    if (at >= links.length - 3) void this.#host?.loadMore?.().then(() => this.#updatePlace())
  }

  #updatePlace(): void {
    if (this.#link === undefined) return
    const links = this.#links()
    const at = links.indexOf(this.#link)
    if (at === -1) return
    this.#place.textContent = this.#placeOf(at, links.length)
    this.#previous.hidden = at === 0
    this.#next.hidden = at === links.length - 1
  }

  #placeOf(at: number, loaded: number): string {
    const total = this.#host?.total ? this.#host.total() : loaded
    if (total === undefined) return ''
    return `${at + 1} / ${Math.max(total, loaded).toLocaleString(document.documentElement.lang)}`
  }

  #sayName(): void {
    if (this.#link === undefined) return
    const name = pictureOf(this.#link).title || this.#words.untitled
    this.#name.textContent = name
    this.#name.title = name
    document.title = name
  }

  #step(by: 1 | -1): void {
    if (this.#link === undefined) return
    const links = this.#links()
    const next = links[links.indexOf(this.#link) + by]
    if (next !== undefined) this.#turnTo(next)
  }

  /** Loads the picture's own file and shows it over the smaller one. */
  #showOriginal(): void {
    if (this.#link === undefined || this.#picture.querySelector('img[data-original]') !== null) return
    const original = originalOf(pictureOf(this.#link))
    if (original) this.#picture.append(original)
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const acts: Record<string, () => void> = {
      ArrowRight: () => this.#step(1),
      ArrowLeft: () => this.#step(-1),
      ArrowUp: () => this.#zoom.pan(0, panPixels),
      ArrowDown: () => this.#zoom.pan(0, -panPixels),
      c: () => void this.#copy(),
      d: () => this.#download.click(),
      e: () => this.#edit(),
      i: () => void this.#toggleFacts(),
      '+': () => this.#zoom.step(1),
      '=': () => this.#zoom.step(1),
      '-': () => this.#zoom.step(-1),
      '0': () => this.#zoom.fit(),
      '1': () => this.#zoom.actualSize(),
      '?': () => this.#keys.togglePopover(),
      Delete: () => void this.#remove(),
    }
    const isScrolling = event.target === this.#panel && ['ArrowUp', 'ArrowDown'].includes(event.key)
    const act = acts[event.key]
    if (act === undefined || isScrolling) return
    event.preventDefault()
    act()
  }

  #edit(): void {
    const [host, link] = [this.#host, this.#link]
    if (host?.rename === undefined || link === undefined) return
    const { rename } = host
    editTitle(this.#name, {
      title: pictureOf(link).title,
      maxLength: this.#maxTitle,
      label: this.#words.edit,
      save: async (title) => {
        const isSaved = await rename(link, title)
        this.#tell(isSaved ? this.#words.titled : this.#words.failed)
        return isSaved
      },
      ended: () => {
        this.#sayName()
        if (this.#dialog.open && this.#dialog.querySelector(':focus') === null) this.#dialog.focus()
      },
    })
  }

  async #copy(): Promise<void> {
    if (this.#link === undefined) return
    const isCopied = await copyText(this.#toast, copyFormats(pictureOf(this.#link))[lastCopyFormat()])
    this.#tell(isCopied ? this.#words.copied : this.#words.failed)
  }

  async #remove(): Promise<void> {
    const [host, link] = [this.#host, this.#link]
    if (host?.remove === undefined || link === undefined || this.#removing.has(link)) return
    const links = this.#links()
    const at = links.indexOf(link)
    const next = links[at + 1] ?? links[at - 1]
    this.#removing.add(link)
    const restore = await host.remove(link)
    this.#removing.delete(link)
    if (restore === undefined) return this.#tell(this.#words.failed)
    this.#offerUndo(restore, link)
    if (!this.#dialog.open) return
    if (link !== this.#link) return this.#updatePlace()
    if (next === undefined) return this.#close()
    this.#turnTo(next)
  }

  #offerUndo(restore: () => Promise<boolean>, link: HTMLAnchorElement): void {
    const undo = element('button', { type: 'button', textContent: this.#words.undo })
    undo.addEventListener('click', async () => {
      if (!(await restore())) return this.#tell(this.#words.failed)
      this.#tell(this.#words.restored)
      if (!this.#dialog.open) return
      // The focused button is gone.
      this.#dialog.focus()
      this.#turnTo(link)
    })
    this.#tell(this.#words.removed, undo)
  }

  async #toggleFacts(): Promise<void> {
    this.#panel.hidden = !this.#panel.hidden
    this.#factsButton.ariaPressed = String(!this.#panel.hidden)
    if (!this.#panel.hidden) await this.#loadFacts()
  }

  async #loadFacts(): Promise<void> {
    const link = this.#link
    if (link === undefined || this.#host === undefined) return
    const heading = element('h3', { textContent: this.#words.facts })
    const page = await pageAt(link.href)
    if (link !== this.#link) return
    const facts = page && this.#host.factsIn(page)
    const toPage = element('a', { href: link.href, textContent: this.#words.openPage })
    this.#panel.replaceChildren(heading, facts ?? this.#words.failed, toPage)
  }

  #tell(message: string, act?: HTMLButtonElement): void {
    this.#toast.replaceChildren(message, ...(act === undefined ? [] : [act]))
    clearTimeout(this.#toastTimer)
    this.#toastTimer = setTimeout(() => this.#toast.replaceChildren(), act === undefined ? toastMs : undoMs)
  }

  #close(): void {
    if (this.#isPushed) history.back()
    else this.#shut()
  }

  #onPopState(): void {
    if (this.#dialog.open) this.#shut()
  }

  #shut(): void {
    const link = this.#link
    this.#isPushed = false
    this.#dialog.close()
    this.#picture.replaceChildren()
    document.title = this.#titleBefore
    if (location.href !== this.#returnTo) history.replaceState(null, '', this.#returnTo)
    link?.scrollIntoView({ block: 'nearest' })
    link?.focus({ preventScroll: true })
    this.#host?.closed?.()
  }

  #links(): HTMLAnchorElement[] {
    return this.#host?.links() ?? []
  }
}
