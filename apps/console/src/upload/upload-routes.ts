import { type ConsoleRoute, page, streamedAction } from '../routing/route.ts'
import { receiveUpload } from './receive-upload.ts'
import { showUpload } from './upload-page.tsx'

export const uploadRoutes: ConsoleRoute[] = [
  page('/upload', showUpload),
  streamedAction('/upload', receiveUpload),
]
