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
import { enhancePreviews } from './previews.ts'
import { enhanceUploads } from './upload/uploads.ts'

enhanceHistory(document.body)
enhanceTimes(document)
enhanceCopying(document)
enhanceDisclosures(document)
enhancePlace(document)
enhanceFocus(document)
enhanceLostForms(document, document.body)
enhanceAddresses(document)
enhanceSelections(document)
enhanceCopyLinks(document)
enhanceDensity(document)
enhanceEndless(document)
enhanceViewer(document)
enhancePreviews(document)
enhanceSending(document)
enhanceUploads(document)
