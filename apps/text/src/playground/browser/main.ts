/** The playground: two panes, each the image of the other, kept so by the service or by the page itself. */
import { bindThemeLinks } from '@pictoglyph/http/page/browser/masthead'
import { fillChoices, keepChoices, showWorth } from './choices.ts'
import { bindCipherLink } from './cipher-link.ts'
import { showCounts } from './counts.ts'
import { bindFiles } from './files.ts'
import { createInPageCodec } from './in-page.ts'
import { refuseLongPastes } from './long-pastes.ts'
import { describeMissingOffers } from './outcome-words.ts'
import { findPageElements } from './page-elements.ts'
import { bindPageLanguage } from './page-language.ts'
import { bindPaneButtons } from './pane-buttons.ts'
import { loadOffers, type Offers, service } from './service.ts'
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
  showCounts(page)
  page.status.sayAgain()
  if (offered !== undefined) showWorth(page, offered)
})
bindThemeLinks()
page.showKey.addEventListener('click', () => {
  const isShown = page.key.type === 'text'
  page.key.type = isShown ? 'password' : 'text'
  page.showKey.setAttribute('aria-pressed', String(!isShown))
})

await load()

/** Fills the lists and begins; where the limit holds them back, once it lets them through. */
async function load(): Promise<void> {
  const loaded = await loadOffers()
  if ('offers' in loaded) {
    start(loaded.offers)
    return
  }
  page.status.say(describeMissingOffers(loaded), 'bad')
  const { resetAtMs } = loaded
  if (resetAtMs !== undefined) setTimeout(() => void load(), Math.max(0, resetAtMs - Date.now()))
}

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
  page.preset.addEventListener('change', translator.choose)
  page.swap.addEventListener('click', translator.swap)
  page.key.addEventListener('input', translator.again)
  page.local.addEventListener('change', translator.again)
  translator.choose()
  bindCipherLink(page, translator.decode)
}
