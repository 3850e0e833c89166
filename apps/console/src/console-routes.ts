import { accessRoutes } from './access/access-routes.ts'
import { accountRoutes } from './account/account-routes.ts'
import { albumRoutes } from './albums/album-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { categoryRoutes } from './categories/category-routes.ts'
import { cipherRoutes } from './ciphers/cipher-routes.ts'
import { galleryRoutes } from './gallery/gallery-routes.ts'
import { keyRoutes } from './keys/key-routes.ts'
import { overviewRoutes } from './overview/overview-routes.ts'
import { policyRoutes } from './policy/policy-routes.ts'
import type { ConsoleRoute } from './routing/route.ts'
import { sessionRoutes } from './session/session-routes.tsx'
import { uploadRoutes } from './upload/upload-routes.ts'
import { userRoutes } from './users/user-routes.ts'

/** Every address of the console but its health and its assets. */
export const consoleRoutes: readonly ConsoleRoute[] = [
  ...sessionRoutes,
  ...galleryRoutes,
  ...uploadRoutes,
  ...albumRoutes,
  ...keyRoutes,
  ...accountRoutes,
  ...overviewRoutes,
  ...userRoutes,
  ...categoryRoutes,
  ...policyRoutes,
  ...cipherRoutes,
  ...accessRoutes,
  ...auditRoutes,
]
