import { enhanceCopyPanels } from '@pictoglyph/http/page/browser/copy-panel'
import './placeholder.ts'

enhanceCopyPanels(document)
