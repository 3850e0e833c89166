import type { PolicyFormKey } from '../../src/operators/policy/policy-form.ts'

/** The form of the upload policy as it is sent where only PNG is to be taken, and all else stays as shipped. */
export const policyFields: Readonly<Record<PolicyFormKey, string>> = {
  'upload.maxBytes': '20',
  'upload.types': 'image/png',
  'upload.dedupScope': 'owner',
  'upload.maxPixels': '100',
  'upload.maxSide': '16384',
  'upload.maxFrames': '1000',
  'upload.maxImagesPerUser': '0',
  'upload.metadata': 'strip',
  'upload.defaultLifetime': 'forever',
  'upload.maxLifetime': 'forever',
  'upload.dedupBy': 'file',
  'upload.accessLists': 'off',
}
