import type { ApiKey } from '../language/records.ts'
import { isHigher } from './restriction.ts'
import { areLooser, restrictionsOf } from './restrictions.ts'

/** The fields of a key that its owner may change: all but its secret, its permissions and what they act on. */
export type ChangeableKey = Pick<
  ApiKey,
  'name' | 'expiresAtMs' | 'uploadsPerMinute' | 'maxUploads' | 'imageLifetimeMs' | 'binding'
>

/** Whether a change gives a key more rights; such a change needs a fresh sign-in. */
export const isWider = (before: ChangeableKey, after: ChangeableKey): boolean =>
  isHigher(before.expiresAtMs ?? undefined, after.expiresAtMs ?? undefined) ||
  areLooser(restrictionsOf(before), restrictionsOf(after))
