import { bindCopyButton } from '@pictoglyph/web/page/browser/copy-button'
import { enhanceCopyPanels } from '@pictoglyph/web/page/browser/copy-panel'
import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { enhanceArranging } from './arranging.ts'
import { keepDocument, refreshPage } from './browsing.ts'
import { enhanceDisclosures, enhanceDismissing } from './disclosures.ts'
import { enhanceDrawers, enhancePanels } from './drawer.ts'
import { enhanceAddresses, enhanceFilters, enhanceSending } from './forms.ts'
import { enhanceCopyLinks } from './gallery/copy-links.ts'
import { enhanceDateRail } from './gallery/date-rail.ts'
import { enhanceDensity } from './gallery/density.ts'
import { enhanceEndless } from './gallery/endless.ts'
import { enhanceLongPress } from './gallery/long-press.ts'
import { enhanceSelections } from './gallery/selections.ts'
import { enhanceTileActions } from './gallery/tile-actions.ts'
import { enhanceViewer } from './gallery/viewer.ts'
import { enhanceWalking } from './gallery/walking.ts'
import { enhanceInPlace } from './in-place.ts'
import { enhanceLostForms } from './lost-form.ts'
import { enhanceFocus, enhanceHistory, enhanceTimes, tellTimeZone } from './page-arrival.ts'
import { enhancePreviews } from './previews.ts'
import { enhanceShownOnce } from './shown-once.ts'
import { createUploads } from './upload/uploads.ts'

const uploads = createUploads()

/** Adds a page's scripted behaviour. While uploads run, several pages load into one document. */
function enhancePage(): void {
  enhanceHistory(document.body)
  enhanceTimes(document)
  enhanceCopying(document)
  enhanceDisclosures(document)
  enhancePlace(document)
  enhanceFocus(document)
  enhanceLostForms(document, document.body)
  enhanceAddresses(document)
  enhanceFilters(document)
  enhanceSelections(document)
  enhanceLongPress(document)
  enhanceTileActions(document)
  enhanceWalking(document)
  enhanceArranging(document)
  enhanceCopyLinks(document)
  enhanceDensity(document)
  enhanceEndless(document)
  enhanceDateRail(document)
  enhanceViewer(document)
  enhancePasskeys(document)
  enhancePreviews(document)
  enhanceDrawers(document, enhanceDrawer)
  enhancePanels(document)
  enhanceShownOnce(document)
  enhanceInPlace(document)
  enhanceSending(document)
  uploads.enhance(document)
}

/** Adds the scripted behaviour of a thing's page in the drawer. */
function enhanceDrawer(drawer: HTMLElement): void {
  enhanceTimes(drawer)
  enhanceCopying(drawer)
  enhanceDismissing(drawer)
  enhancePlace(drawer)
  enhanceLostForms(drawer, document.body)
  enhanceInPlace(drawer)
  enhanceSending(drawer)
}

const isNewZone = tellTimeZone()
enhancePage()
keepDocument({ isNeeded: uploads.isInUse, onArrival: enhancePage })
if (isNewZone && document.querySelector('.day-mark') !== null) void refreshPage()

/** Shows the copy buttons, and selects a whole text on focus. */
function enhanceCopying(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const { copy = '', copied = '' } = button.dataset
    button.hidden = false
    bindCopyButton(button, { text: () => copy, copied: () => copied })
  }
  enhanceCopyPanels(root)
  for (const input of root.querySelectorAll<HTMLInputElement>('input[data-select-all]')) {
    input.addEventListener('focus', () => input.select())
  }
}

/** Restores the scroll position after a form was sent, unless the answer leads elsewhere. */
function enhancePlace(root: ParentNode): void {
  const storageKey = 'kept-place'
  const pageAddress = () => location.pathname + location.search
  const left = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const [address, top] = left?.split(' ') ?? []
  if (address === pageAddress() && location.hash === '') scrollTo({ top: Number(top) })
  for (const form of root.querySelectorAll('form[method="post"]')) {
    form.addEventListener('submit', () => sessionStorage.setItem(storageKey, `${pageAddress()} ${scrollY}`))
  }
}

/** Shows the passkey buttons, and sends their forms with the passkey's answer. */
function enhancePasskeys(root: ParentNode): void {
  if (!browserSupportsWebAuthn()) return
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-passkey]')) {
    const form = button.form
    const field = form?.querySelector<HTMLInputElement>('input[data-passkey-field]')
    const failed = form?.querySelector<HTMLElement>('[data-passkey-failed]')
    if (!form || !field || !failed) continue
    button.hidden = false
    button.addEventListener('click', () => {
      failed.hidden = true
      ask(button).then(
        (given) => {
          field.value = JSON.stringify(given)
          for (const control of form.querySelectorAll<HTMLInputElement>('[data-without-passkey]')) {
            control.required = false
          }
          form.requestSubmit()
        },
        () => {
          failed.hidden = false
        },
      )
    })
  }
}

/** Calls the browser with the options from our page. */
function ask({ dataset }: HTMLButtonElement): Promise<object> {
  const optionsJSON = JSON.parse(dataset.passkeyOptions ?? '')
  return dataset.passkey === 'create'
    ? startRegistration({ optionsJSON })
    : startAuthentication({ optionsJSON })
}
