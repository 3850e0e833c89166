import { enhanceArranging } from './arranging.ts'
import { keepDocument } from './browsing.ts'
import { enhanceCopying } from './copying.ts'
import { enhanceDisclosures } from './disclosures.ts'
import { enhanceAddresses, enhanceSending } from './forms.ts'
import { enhanceCopyLinks } from './gallery/copy-links.ts'
import { enhanceDensity } from './gallery/density.ts'
import { enhanceEndless } from './gallery/endless.ts'
import { enhanceSelections } from './gallery/selections.ts'
import { enhanceViewer } from './gallery/viewer.ts'
import { enhancePlace } from './kept-place.ts'
import { enhanceLostForms } from './lost-form.ts'
import { enhanceFocus, enhanceHistory, enhanceTimes } from './page-arrival.ts'
import { enhancePasskeys } from './passkeys.ts'
import { enhancePreviews } from './previews.ts'
import { createUploads } from './upload/uploads.ts'

const uploads = createUploads()

/** Adds to a page what only a script can do. While uploads run, several pages come into one document. */
function enhancePage(): void {
  enhanceHistory(document.body)
  enhanceTimes(document)
  enhanceCopying(document)
  enhanceDisclosures(document)
  enhancePlace(document)
  enhanceFocus(document)
  enhanceLostForms(document, document.body)
  enhanceAddresses(document)
  enhanceSelections(document)
  enhanceArranging(document)
  enhanceCopyLinks(document)
  enhanceDensity(document)
  enhanceEndless(document)
  enhanceViewer(document)
  enhancePasskeys(document)
  enhancePreviews(document)
  enhanceSending(document)
  uploads.enhance(document)
}

enhancePage()
keepDocument({ isNeeded: uploads.isInUse, onArrival: enhancePage })
