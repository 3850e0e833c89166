import { enhanceCopying } from './copying.ts'
import { enhanceDisclosures } from './disclosures.ts'
import { enhanceFocus } from './focus.ts'
import { enhanceHistory } from './page-history.ts'
import { enhancePreviews } from './previews.ts'
import { enhanceSelections } from './selections.ts'
import { enhanceSending } from './sending.ts'
import { enhanceAddresses } from './short-addresses.ts'
import { enhanceTimes } from './times.ts'
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
