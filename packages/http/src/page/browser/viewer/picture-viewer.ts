import { copyFormats } from '@pictoglyph/core/copy-formats'
import type { ViewerWords } from '../../viewer-words.ts'
import { copyText } from '../copy-button.ts'
import { lastCopyFormat } from '../copy-format.ts'
import { pictureOf, type ViewedPicture } from '../viewed-picture.ts'
import { viewerStyle } from './viewer-style.ts'
import { enableZoom } from './zoom.ts'

const shapes = {
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  download: 'M12 4v11m-5-4.5l5 5 5-5M5 20h14',
  facts: 'M12 11v6m0-9.5v.01M12 3a9 9 0 100 18 9 9 0 000-18z',
  remove: 'M5 7h14M10 7V4h4v3m-7 0l1 13h8l1-13',
  openPage: 'M14 5h5v5m0-5l-8 8M11 6H6v12h12v-5',
}
const toastMs = 2_500

/** The page's functions for the viewer. */
export interface ViewerHost {
  /** The links of the list, in order, whenever it is asked: a list can grow and shrink meanwhile. */
  links: () => HTMLAnchorElement[]
  /** Loads more of the list, if there is more. */
  loadMore?: () => Promise<void>
  /** Deletes a picture, and removes it from the list; returns whether that worked. */
  remove?: (link: HTMLAnchorElement) => Promise<boolean>
  /** Finds the facts of a picture in its page. */
  factsIn: (page: Document) => Element | null
}

/**
 * Shows the pictures of a list one by one over the whole window. While it is open, the address is that of the picture's
 * page: it can be saved, sent and reloaded. Going back closes the viewer.
 */
export class PictureViewer extends HTMLElement {
  #host: ViewerHost | undefined
  #link: HTMLAnchorElement | undefined
  #isPushed = false
  #toastTimer: ReturnType<typeof setTimeout> | undefined
  readonly #words = JSON.parse(this.dataset.words ?? '{}') as ViewerWords
  #returnTo = ''
  #titleBefore = document.title
  readonly #dialog = element('dialog', { ariaLabel: this.#words.viewer, tabIndex: -1, autofocus: true })
  readonly #name = element('h2', { dir: 'auto' })
  readonly #place = element('span', { className: 'place' })
  readonly #stage = element('div', { className: 'stage' })
  readonly #picture = element('div', { className: 'picture' })
  readonly #panel = element('aside', { className: 'panel', hidden: true, tabIndex: 0 })
  readonly #toast = element('p', { className: 'toast', role: 'status' })
  readonly #previous = this.#button('previous', () => void this.#step(-1))
  readonly #next = this.#button('next', () => void this.#step(1))
  readonly #factsButton = this.#button('facts', () => void this.#toggleFacts())
  readonly #download = this.#anchor('download')
  readonly #page = this.#anchor('openPage')
  readonly #zoom = enableZoom(this.#stage, this.#picture, {
    onClose: () => this.#showOriginal(),
    onSwipe: (direction) => void this.#step(direction),
  })

  connectedCallback(): void {
    if (this.shadowRoot !== null) return
    const root = this.attachShadow({ mode: 'open' })
    const style = new CSSStyleSheet()
    style.replaceSync(viewerStyle)
    root.adoptedStyleSheets = [style]
    const canDelete = this.dataset.canDelete !== undefined
    const header = element('header')
    header.append(
      this.#name,
      this.#place,
      this.#button('copy', () => void this.#copy()),
      this.#download,
      this.#factsButton,
      this.#page,
      ...(canDelete ? [this.#button('remove', () => void this.#remove())] : []),
      this.#button('close', () => this.#close()),
    )
    this.#previous.className = 'step previous'
    this.#next.className = 'step next'
    this.#stage.append(this.#picture)
    const middle = element('div', { className: 'stage' })
    middle.append(this.#stage, this.#previous, this.#next)
    this.#stage.style.position = 'absolute'
    this.#stage.style.inset = '0'
    this.#dialog.append(header, middle, this.#panel, this.#toast)
    root.append(this.#dialog)
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      this.#close()
    })
    this.#dialog.addEventListener('keydown', (event) => this.#onKey(event))
    addEventListener('popstate', () => this.#onPopState())
  }

  /** Opens at a picture of the page's list. */
  open(host: ViewerHost, link: HTMLAnchorElement): void {
    this.#host = host
    this.#returnTo = location.href
    this.#titleBefore = document.title
    history.pushState({ viewer: true }, '', link.href)
    this.#isPushed = true
    this.#dialog.showModal()
    this.#show(link)
  }

  get isOpen(): boolean {
    return this.#dialog.open
  }

  #show(link: HTMLAnchorElement): void {
    this.#link = link
    const picture = pictureOf(link)
    const links = this.#links()
    const at = links.indexOf(link)
    const name = picture.title || this.#words.untitled
    this.#zoom.reset()
    this.#picture.replaceChildren(...imagesOf(picture, name))
    this.#name.textContent = name
    this.#place.textContent = `${at + 1} / ${links.length}`
    this.#previous.hidden = at === 0
    this.#next.hidden = at === links.length - 1
    this.#download.href = picture.downloadUrl
    this.#download.download = ''
    this.#page.href = link.href
    document.title = name
    for (const neighbour of [links[at + 1], links[at - 1]]) {
      if (neighbour) new Image().src = pictureOf(neighbour).shownUrl
    }
    if (at >= links.length - 3) void this.#host?.loadMore?.().then(() => this.#updatePlace())
    if (!this.#panel.hidden) void this.#loadFacts()
  }

  #updatePlace(): void {
    const links = this.#links()
    const at = this.#link === undefined ? -1 : links.indexOf(this.#link)
    if (at === -1) return
    this.#place.textContent = `${at + 1} / ${links.length}`
    this.#next.hidden = at === links.length - 1
  }

  async #step(by: 1 | -1): Promise<void> {
    const links = this.#links()
    const next = links[(this.#link === undefined ? -1 : links.indexOf(this.#link)) + by]
    if (next === undefined) return
    history.replaceState({ viewer: true }, '', next.href)
    this.#show(next)
  }

  /** Loads the picture's own file, and shows it over the smaller one. */
  #showOriginal(): void {
    if (this.#link === undefined) return
    const { url, shownUrl } = pictureOf(this.#link)
    const isThere = this.#picture.querySelector('img[data-original]') !== null
    if (url === shownUrl || isThere) return
    const original = element('img', { src: url, alt: '', draggable: false })
    original.dataset.original = ''
    this.#picture.append(atMost(original, pictureOf(this.#link)))
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const acts: Record<string, () => void> = {
      ArrowRight: () => void this.#step(1),
      ArrowLeft: () => void this.#step(-1),
      c: () => void this.#copy(),
      d: () => this.#download.click(),
      i: () => void this.#toggleFacts(),
      '+': () => this.#zoom.by(1.5),
      '=': () => this.#zoom.by(1.5),
      '-': () => this.#zoom.by(1 / 1.5),
      '0': () => this.#zoom.reset(),
      Delete: () => void this.#remove(),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  async #copy(): Promise<void> {
    if (this.#link === undefined) return
    const isCopied = await copyText(this.#toast, copyFormats(pictureOf(this.#link))[lastCopyFormat()])
    this.#tell(isCopied ? this.#words.copied : this.#words.failed)
  }

  async #remove(): Promise<void> {
    const [host, link] = [this.#host, this.#link]
    if (host?.remove === undefined || link === undefined) return
    const links = this.#links()
    const at = links.indexOf(link)
    const next = links[at + 1] ?? links[at - 1]
    if (!(await host.remove(link))) return this.#tell(this.#words.failed)
    this.#tell(this.#words.removed)
    if (next === undefined) return this.#close()
    history.replaceState({ viewer: true }, '', next.href)
    this.#show(next)
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
    this.#panel.replaceChildren(heading, facts ?? this.#words.failed)
  }

  #tell(message: string): void {
    this.#toast.textContent = message
    clearTimeout(this.#toastTimer)
    this.#toastTimer = setTimeout(() => this.#toast.replaceChildren(), toastMs)
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
  }

  #links(): HTMLAnchorElement[] {
    return this.#host?.links() ?? []
  }

  #button(name: keyof typeof shapes, act: () => void): HTMLButtonElement {
    const button = element('button', { type: 'button', title: this.#words[name] })
    button.append(icon(name), label(this.#words[name], name))
    button.ariaLabel = this.#words[name]
    button.addEventListener('click', act)
    return button
  }

  #anchor(name: 'download' | 'openPage'): HTMLAnchorElement {
    const anchor = element('a', { title: this.#words[name], ariaLabel: this.#words[name] })
    anchor.append(icon(name))
    return anchor
  }
}

/** The thumbnail, which is loaded already, under the full picture. */
function imagesOf(picture: ViewedPicture, name: string): HTMLImageElement[] {
  const { thumbnailUrl, shownUrl } = picture
  const shown = atMost(element('img', { src: shownUrl, alt: name, draggable: false }), picture)
  if (thumbnailUrl === shownUrl) return [shown]
  const early = atMost(element('img', { src: thumbnailUrl, alt: '', draggable: false }), picture)
  // A picture that is transparent shows nothing beneath it once it is there.
  shown.addEventListener('load', () => early.remove(), { once: true })
  return [early, shown]
}

/** Shown no larger than the picture is. */
function atMost(image: HTMLImageElement, { width, height }: ViewedPicture): HTMLImageElement {
  image.style.maxWidth = `min(100%, ${width}px)`
  image.style.maxHeight = `min(100%, ${height}px)`
  return image
}

function icon(name: keyof typeof shapes): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', shapes[name])
  svg.append(path)
  return svg
}

/** A text next to an icon, for the most common actions. */
function label(words: string, name: keyof typeof shapes): string | HTMLElement {
  return name === 'copy' ? element('span', { className: 'label', textContent: words }) : ''
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

async function pageAt(address: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(address, { headers: { Accept: 'text/html' } })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
  } catch {
    // The browser tells no more than that it got no answer.
    return undefined
  }
}
