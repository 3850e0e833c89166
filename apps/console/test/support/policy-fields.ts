import { defaultPolicy } from '@pictoglyph/site/policy'
import { type PolicyFormKey, shownTexts } from '../../src/operators/policy/policy-form.ts'

/** The form of the upload policy as it is sent where only PNG is to be taken, and all else stays as shipped. */
export const policyFields: Readonly<Record<PolicyFormKey, string>> = {
  ...shownTexts(defaultPolicy),
  'upload.types': 'image/png',
}
