/** The playground: two panes that mirror each other, by the service or by the page itself. */

import { bindCopyButton } from '@pictoglyph/web/page/browser/copy-button'
import { bindThemeLinks } from '@pictoglyph/web/page/browser/masthead'
import { fillChoices, isSecret, keepChoices, showWorth } from './choices.ts'
import { bindCipherLink } from './cipher-link.ts'
import { inWords, maxOf, showCounts } from './counts.ts'
import { bindFiles } from './files.ts'
import { createInPageCodec } from './in-page.ts'
import { findPageElements, type PageElements, type PaneElements } from './page-elements.ts'
import { bindPageLanguage, pageMessages } from './page-language.ts'
import { type Offers, service } from './service.ts'
import type { StatusLine } from './status-line.ts'
import { suggestedKey } from './suggested-key.ts'
import { createTranslator } from './translator.ts'

const page = findPageElements()
let offered: Offers | undefined

showCounts(page)
for (const pane of [page.text, page.cipher]) {
  bindPaneButtons(pane)
  refuseLongPastes(pane, page.status)
  bindFiles(pane, page.status)
}
bindPageLanguage(page.language, () => {
  page.status.sayAgain()
  if (offered !== undefined) showWorth(page, offered)
})
bindThemeLinks()
page.showKey.addEventListener('click', () => {
  const isShown = page.key.type === 'text'
  page.key.type = isShown ? 'password' : 'text'
  page.showKey.setAttribute('aria-pressed', String(!isShown))
})

start(JSON.parse(page.playground.dataset.offers ?? '{}'))

function start(offers: Offers): void {
  offered = offers
  fillChoices(page, offers)
  const inPage = createInPageCodec(offers, JSON.parse(page.playground.dataset.variants ?? '{}'))
  const translator = createTranslator({ page, algorithms: offers.algorithms, service, inPage })
  page.text.area.addEventListener('input', translator.encode)
  page.cipher.area.addEventListener('input', translator.decode)
  for (const choice of [page.charset, page.preset, page.local]) {
    choice.addEventListener('change', () => {
      keepChoices(page)
      showWorth(page, offers)
    })
  }
  page.charset.addEventListener('change', translator.choose)
  page.preset.addEventListener('change', () => {
    if (isSecret(page, offers)) page.local.checked = true
    translator.choose()
  })
  page.swap.addEventListener('click', translator.swap)
  page.key.addEventListener('input', translator.keyTyped)
  page.key.addEventListener('change', translator.keyLeft)
  page.suggestKey.addEventListener('click', () => {
    page.key.value = suggestedKey()
    if (page.key.type === 'password') page.showKey.click()
    translator.again()
  })
  bindCodeCopy(page)
  page.local.addEventListener('change', translator.again)
  translator.choose()
  bindCipherLink(page, offers.charsets, translator.decode)
}

/** Makes a button copy the cipher as Markdown code, which protects its symbols from markup. */
function bindCodeCopy({ cipher, copyCode }: PageElements): void {
  bindCopyButton(copyCode, {
    text: () => `\`${cipher.area.value}\``,
    copied: () => pageMessages().copied,
    failed: () => pageMessages().copyFailed,
  })
}

/** A code point has at most two UTF-16 units, so a text with more is too long by any count. */
const unitsOfCodePoint = 2

/**
 * Rejects a far too long paste or drop with a message, because browsers need a minute to put three million characters
 * into a field. Slightly longer texts can be shortened in the pane.
 */
function refuseLongPastes(pane: PaneElements, status: StatusLine): void {
  const { area } = pane
  area.addEventListener('beforeinput', (event) => {
    const most = maxOf(pane)
    const kept = area.value.length - (area.selectionEnd - area.selectionStart)
    if (kept + (event.data?.length ?? 0) <= unitsOfCodePoint * most) return
    event.preventDefault()
    status.say((messages) => messages.notTaken(inWords(most)), 'bad')
  })
}

/** Makes a pane's buttons copy and clear its content. */
function bindPaneButtons({ area, copy, clear }: PaneElements): void {
  bindCopyButton(copy, {
    text: () => area.value,
    copied: () => pageMessages().copied,
    failed: () => pageMessages().copyFailed,
  })
  clear.addEventListener('click', () => {
    area.value = ''
    area.dispatchEvent(new Event('input'))
    area.focus()
  })
}
