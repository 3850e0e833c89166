import { defaultPolicy, policyKeys } from '@pictoglyph/site/policy'
import { policyFields as fieldsOf } from '../../src/operators/settings/policy-fields.ts'
import { shownText } from '../../src/parts/shown-values.ts'

const uploads = policyKeys.filter((key) => key.startsWith('upload.'))

/** The form of the upload policy as it is sent where only PNG is to be taken, and all else stays as shipped. */
export const policyFields: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(fieldsOf(defaultPolicy, uploads)).map(([name, value]) => [name, shownText(value)]),
  ),
  'upload.types': 'image/png',
}
