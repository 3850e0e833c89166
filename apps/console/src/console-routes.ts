import { accountRoutes } from './account/account-routes.ts'
import { secondFactorRoutes } from './account/second-factor-routes.ts'
import { albumRoutes } from './albums/album-routes.ts'
import { galleryRoutes } from './gallery/gallery-routes.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { linkRoutes } from './links/links-page.tsx'
import { accessRoutes } from './operators/access/access-routes.ts'
import { auditRoutes } from './operators/audit/audit-routes.ts'
import { categoryRoutes } from './operators/categories/category-routes.ts'
import { cipherRoutes } from './operators/ciphers/cipher-routes.ts'
import { allImagesRoutes } from './operators/images/all-images-routes.ts'
import { overviewRoutes } from './operators/overview/overview-page.tsx'
import { policyRoutes } from './operators/policy/policy-routes.ts'
import { userRoutes } from './operators/users/user-routes.ts'
import type { ConsoleRoute } from './routing/route.ts'
import { providerRoutes } from './session/provider-routes.ts'
import { sessionRoutes } from './session/session-routes.tsx'
import { uploadRoutes } from './upload/upload-routes.ts'

/** Every address of the console but its health and its assets. */
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
  ...userRoutes,
  ...categoryRoutes,
  ...policyRoutes,
  ...cipherRoutes,
  ...accessRoutes,
  ...auditRoutes,
]
