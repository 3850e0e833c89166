import { siteNameOf } from '../context/site-name.ts'
import { type ConsoleRoute, openPage, page, streamedAction } from '../routing/route.ts'
import { receiveShared } from './receive-shared.ts'
import { receiveUpload } from './receive-upload.ts'
import { showShared } from './shared-page.tsx'
import { showUpload } from './upload-page.tsx'

export const uploadRoutes: ConsoleRoute[] = [
  page('/upload', showUpload),
  streamedAction('/upload', receiveUpload),
  page('/share', (context) => showShared(context)),
  streamedAction('/share', receiveShared),
  openPage('/manifest.webmanifest', (context) =>
    context.services.answerManifest(siteNameOf(context), context.language, context.requestContext),
  ),
]
