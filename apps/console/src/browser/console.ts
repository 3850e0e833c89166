import { enhanceCopying } from './copying.ts'
import { enhanceDisclosures } from './disclosures.ts'
import { enhanceFilters } from './filters.ts'
import { enhancePreviews } from './previews.ts'
import { enhanceSelections } from './selections.ts'
import { enhanceSending } from './sending.ts'
import { enhanceTimes } from './times.ts'
import { enhanceUploads } from './upload/uploads.ts'

enhanceTimes(document)
enhanceCopying(document)
enhanceDisclosures(document)
enhanceFilters(document)
enhanceSelections(document)
enhancePreviews(document)
enhanceSending(document)
enhanceUploads(document)
