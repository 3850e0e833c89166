import { enhanceCopying } from './copying.ts'
import { enhanceDisclosures } from './disclosures.ts'
import { enhanceAddresses, enhanceSending } from './forms.ts'
import { enhanceSelections } from './gallery/selections.ts'
import { enhanceFocus, enhanceHistory, enhanceTimes } from './page-arrival.ts'
import { enhancePreviews } from './previews.ts'
import { enhanceUploads } from './upload/uploads.ts'

enhanceHistory(document.body)
enhanceTimes(document)
enhanceCopying(document)
enhanceDisclosures(document)
enhanceFocus(document)
enhanceAddresses(document)
enhanceSelections(document)
enhancePreviews(document)
enhanceSending(document)
enhanceUploads(document)
