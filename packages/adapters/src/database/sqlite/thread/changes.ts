import type { SiteDatabase } from '@pictoglyph/core'
import type { StoreName } from '../../store-calls.ts'

/** The methods that change something; all others only read. */
export const changes: { readonly [Name in StoreName]: readonly (keyof SiteDatabase[Name] & string)[] } = {
  users: ['add', 'addFromProvider', 'update', 'setPassword'],
  keys: ['add', 'revoke', 'revokeAll', 'touch'],
  categories: ['add', 'setEnabled', 'rename', 'arrange'],
  albums: [
    'add',
    'addWithImages',
    'update',
    'arrange',
    'remove',
    'addImages',
    'arrangeImages',
    'removeImages',
  ],
  images: [
    'record',
    'update',
    'remove',
    'restore',
    'purge',
    'purgeBeyondQuotas',
    'purgeExpired',
    'repeat',
    'purgeSelected',
  ],
  links: ['set', 'setEnd'],
  blobs: ['beginRemoval', 'finishRemoval'],
  renditions: ['record', 'markImpossible', 'forget'],
  leases: ['take', 'release', 'endAll'],
  repairs: ['mendBlob', 'dropStrayClaim'],
  search: ['indexNext'],
  settings: ['set', 'setAll', 'claim', 'note'],
  access: ['put', 'remove'],
  charsets: ['add', 'setEnabled', 'setDefault'],
  presets: ['add', 'setEnabled', 'setDefault'],
  sessions: ['add', 'touch', 'prove', 'complete', 'remove', 'removeOthers', 'removeExpired'],
  factors: ['add', 'use', 'remove', 'setCodes', 'useCode'],
  audit: ['add', 'prune'],
  traffic: ['add'],
}
