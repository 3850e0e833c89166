import type { SiteDatabase } from '@pictoglyph/core'
import type { StoreName } from './messages.ts'

/** The methods that change something; all others only read. */
export const changes: { readonly [Name in StoreName]: readonly (keyof SiteDatabase[Name] & string)[] } = {
  users: ['add', 'update', 'setPassword'],
  keys: ['add', 'revoke', 'touch'],
  categories: ['add', 'setEnabled', 'rename', 'arrange'],
  albums: ['add', 'addWithImages', 'update', 'arrange', 'remove', 'addImages', 'removeImages'],
  images: ['record', 'update', 'remove', 'restore', 'purge', 'purgeBeyondQuotas', 'purgeSelected'],
  blobs: ['beginRemoval', 'finishRemoval'],
  renditions: ['record', 'markImpossible', 'forget'],
  leases: ['take', 'release', 'endAll'],
  repairs: ['mendBlob', 'dropStrayClaim'],
  settings: ['set', 'setAll', 'claim'],
  access: ['put', 'remove'],
  charsets: ['add', 'setEnabled', 'setDefault'],
  presets: ['add', 'setEnabled', 'setDefault'],
  sessions: ['add', 'touch', 'remove', 'removeOthers', 'removeExpired'],
  audit: ['add', 'prune'],
}
