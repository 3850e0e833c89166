import { readLifetime } from '@pictoglyph/site/images/expiry'
import { changeKey } from '@pictoglyph/site/keys'
import { type ChangeableKey, isWider } from '@pictoglyph/site/keys/wider-key'
import type { ApiKey } from '@pictoglyph/site/language/records'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { spanIn } from '../parts/expiry-choice.ts'
import { readExpiry } from '../parts/read-expiry.ts'
import { keyName } from '../parts/shown-name.ts'
import { changedFields, formOf, writtenValues } from '../parts/shown-values.ts'
import { requireProof } from '../session/proof.tsx'
import { shownKey } from './key-change-form.tsx'
import { bindingOf } from './key-restriction-fields.tsx'

/** Changes a key as its form says. Who makes it wider is asked first who they are. */
export async function changeOwnKey(context: SignedInContext, key: ApiKey): Promise<Response> {
  const shown = shownKey(key)
  const changed = await changedFields(context, shown)
  const form = formOf(writtenValues(context.form, shown.present))
  const change = {
    ...keyIn(form, key, readExpiry(context)),
    ...(boundBy.every((name) => !changed.has(name)) && { binding: key.binding }),
  }
  const mayWiden = isWider(key, change)
  const asked = mayWiden ? await requireProof(context) : undefined
  if (asked !== undefined) return asked
  await changeKey(context.services.site, context.actor, key, { change, mayWiden })
  const back = returnPath(context.form.get('return') ?? '/keys')
  return goTo(context, back, { name: 'keyChanged', about: keyName(context.text, { name: change.name }) })
}

/** The fields that make a binding. */
const boundBy = ['categoryIds', 'albumIds', 'types', 'maxBytes', 'network', 'linkNames']

/** The key as the form wishes it. A link for guests stays bound to its category, and its form has no restrictions. */
function keyIn(form: URLSearchParams, key: ApiKey, expiresAtMs: number | null | undefined): ChangeableKey {
  const change = {
    ...key,
    name: form.get('name') ?? '',
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    maxUploads: numberOrNone(form.get('maxUploads') ?? ''),
  }
  if (key.isQuiet) return change
  return {
    ...change,
    uploadsPerMinute: numberOrNone(form.get('uploadsPerMinute') ?? ''),
    imageLifetimeMs: form.get('imageLifetime')
      ? readLifetime('imageLifetime', spanIn(form, 'imageLifetime'))
      : null,
    binding: bindingOf(form),
  }
}

/** Not a number where the field holds none, which the rules refuse. */
export const numberOrNone = (written: string): number | null =>
  written.trim() === '' ? null : Number(written)
