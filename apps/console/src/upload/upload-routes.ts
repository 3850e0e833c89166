import { type ConsoleRoute, page, streamedAct } from '../routing/route.ts'
import { receiveUpload } from './receive-upload.ts'
import { showUpload } from './upload-page.tsx'

export const uploadRoutes: ConsoleRoute[] = [
  page('/upload', showUpload),
  streamedAct('/upload', receiveUpload),
]
