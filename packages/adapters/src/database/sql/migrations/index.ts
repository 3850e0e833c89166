import type { SqlDialect } from '../engine.ts'
import { initial } from './001-initial.ts'
import { collection } from './002-collection.ts'
import { renditions } from './003-renditions.ts'
import { enabledCharsets } from './004-enabled-charsets.ts'
import { deletedBytes } from './005-deleted-bytes.ts'
import { searchIndex } from './006-search-index.ts'
import { textBytes } from './007-text-bytes.ts'
import { sessionAddresses } from './008-session-addresses.ts'
import { accounts } from './010-accounts.ts'
import { providerAccounts } from './011-provider-accounts.ts'
import { displayNames } from './026-display-names.ts'
import { passwordsAndNames } from './027-passwords-and-names.ts'
import { lifetimes } from './028-lifetimes.ts'
import { links } from './029-links.ts'
import { guests } from './030-guests.ts'
import { albumOrder } from './031-album-order.ts'
import { imageOrders } from './032-image-orders.ts'
import { textRequests } from './033-text-requests.ts'
import { publicLinks } from './035-public-links.ts'

/** A step of the schema. Once released it never changes; later changes are further steps. */
export interface Migration {
  name: string
  statements: (dialect: SqlDialect) => string[]
}

/** All steps, in the order in which they run. A step's version is its place, from 1. */
export const migrations: readonly Migration[] = [
  { name: '001-initial', statements: initial },
  { name: '002-collection', statements: collection },
  { name: '003-renditions', statements: renditions },
  { name: '004-enabled-charsets', statements: enabledCharsets },
  { name: '005-deleted-bytes', statements: deletedBytes },
  { name: '006-search-index', statements: searchIndex },
  { name: '007-text-bytes', statements: textBytes },
  { name: '008-session-addresses', statements: sessionAddresses },
  { name: '010-accounts', statements: accounts },
  { name: '011-provider-accounts', statements: providerAccounts },
  { name: '026-display-names', statements: displayNames },
  { name: '027-passwords-and-names', statements: passwordsAndNames },
  { name: '028-lifetimes', statements: lifetimes },
  { name: '029-links', statements: links },
  { name: '030-guests', statements: guests },
  { name: '031-album-order', statements: albumOrder },
  { name: '032-image-orders', statements: imageOrders },
  { name: '033-text-requests', statements: textRequests },
  { name: '035-public-links', statements: publicLinks },
]
