import { category } from '@pictoglyph/site/categories'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { accountRoutes } from './account/account-routes.ts'
import { secondFactorRoutes } from './account/second-factor-routes.ts'
import { albumRoutes } from './albums/album-routes.ts'
import { galleryRoutes } from './gallery/gallery-routes.ts'
import { invitationRoutes } from './invitation/invitation-page.tsx'
import { keyRoutes } from './keys/key-routes.ts'
import { linkRoutes } from './links/link-routes.ts'
import { accessRoutes } from './operators/access/access-routes.ts'
import { auditRoutes } from './operators/audit/audit-routes.ts'
import { charsetCells, presetCells } from './operators/ciphers/cipher-cells.tsx'
import { showCiphers } from './operators/ciphers/ciphers-page.tsx'
import { allImagesRoutes } from './operators/images/all-images-routes.ts'
import { hashRoutes } from './operators/moderation/hashes-page.tsx'
import { reportsRoutes } from './operators/moderation/reports-page.tsx'
import { overviewRoutes } from './operators/overview/overview-page.tsx'
import { policyRoutes, showPolicy } from './operators/policy/policy-page.tsx'
import { settingsRoutes } from './operators/settings/settings-routes.ts'
import { siteRoutes } from './operators/site/site-page.tsx'
import { userRoutes } from './operators/users/user-routes.ts'
import { reportRoutes } from './report/report-page.tsx'
import { type ConsoleRoute, operatorAction, operatorPage } from './routing/route.ts'
import { providerRoutes } from './session/provider-routes.ts'
import { sessionRoutes } from './session/session-routes.tsx'
import { thingRoutes } from './things/thing-routes.ts'
import { uploadRoutes } from './upload/upload-routes.ts'

/** Every address of the console, except its health checks and assets. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  ...sessionRoutes,
  ...providerRoutes,
  ...galleryRoutes,
  ...uploadRoutes,
  ...albumRoutes,
  ...linkRoutes,
  ...keyRoutes,
  ...accountRoutes,
  ...secondFactorRoutes,
  ...overviewRoutes,
  ...allImagesRoutes,
  ...invitationRoutes,
  ...reportRoutes,
  ...reportsRoutes,
  ...hashRoutes,
  ...userRoutes,
  ...thingRoutes(category, showPolicy),
  ...settingsRoutes,
  ...policyRoutes,
  ...siteRoutes,
  operatorPage(charset.at.list, showCiphers),
  operatorAction(`${charset.at.list}/preview`, { run: showCiphers, proof: false }),
  ...thingRoutes(charset, showCiphers, charsetCells),
  ...thingRoutes(preset, showCiphers, presetCells),
  ...accessRoutes,
  ...auditRoutes,
]
