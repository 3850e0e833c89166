import { changeKey } from '@pictoglyph/site/keys'
import {
  type ChangeableKey,
  isWider,
  restrictedKey,
  restrictionsOf,
} from '@pictoglyph/site/keys/restrictions'
import type { ApiKey } from '@pictoglyph/site/language/records'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { readExpiry } from '../parts/read-expiry.ts'
import { keyName } from '../parts/shown-name.ts'
import { changedFields } from '../parts/shown-values.ts'
import { requireProof } from '../session/proof.tsx'
import { shownKey } from './key-change-form.tsx'
import { restrictionsIn } from './key-restriction-fields.tsx'

/** Changes a key from its form. A change that gives the key more rights needs a fresh sign-in. */
export async function changeOwnKey(context: SignedInContext, key: ApiKey): Promise<Response> {
  const changed = await changedFields(context, shownKey(key))
  const expiresAtMs = readExpiry(context)
  const change: ChangeableKey = {
    ...restrictedKey(restrictionsIn(context.form, { before: restrictionsOf(key), fields: changed })),
    name: changed.get('name') ?? key.name,
    expiresAtMs: expiresAtMs === undefined ? key.expiresAtMs : expiresAtMs,
  }
  const mayWiden = isWider(key, change)
  const asked = mayWiden ? await requireProof(context) : undefined
  if (asked !== undefined) return asked
  await changeKey(context.services.site, context.actor, key, { change, mayWiden })
  const back = returnPath(context.form.get('return') ?? '/keys')
  return goTo(context, back, { name: 'keyChanged', about: keyName(context.text, { name: change.name }) })
}
