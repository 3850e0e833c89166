import { accessStore } from '../access/access-rows.ts'
import { trafficStore } from '../access/traffic-rows.ts'
import { factorStore } from '../accounts/factor-rows.ts'
import { invitationStore } from '../accounts/invitation-rows.ts'
import { sessionStore } from '../accounts/session-rows.ts'
import { userStore } from '../accounts/user-rows.ts'
import { albumStore } from '../albums/album-rows.ts'
import { auditStore } from '../audit/audit-rows.ts'
import { blobReferenceStore } from '../blobs/blob-reference-rows.ts'
import { leaseStore } from '../care/lease-rows.ts'
import { repairStore } from '../care/repair-rows.ts'
import { category } from '../categories/category.ts'
import { charset } from '../ciphers/charset.ts'
import { preset } from '../ciphers/preset.ts'
import { blockedHashStore } from '../images/blocked-hash-rows.ts'
import { imageStore } from '../images/image-store-rows.ts'
import { renditionStore } from '../images/rendition-rows.ts'
import { searchStore } from '../images/search-rows.ts'
import { keyStore } from '../keys/key-rows.ts'
import { linkStore } from '../links/link-rows.ts'
import { settingsStore } from '../policy/settings-rows.ts'
import { reportStore } from '../reports/report-rows.ts'
import type { SqlEngine } from '../rows/engine.ts'
import type { Methods, Store, StoreDefinition } from '../rows/store.ts'
import { thingStore } from '../things/thing-rows.ts'

/** The definitions of all stores. */
export const stores = {
  users: userStore,
  invitations: invitationStore,
  keys: keyStore,
  categories: thingStore(category),
  albums: albumStore,
  images: imageStore,
  hashes: blockedHashStore,
  links: linkStore,
  blobs: blobReferenceStore,
  reports: reportStore,
  renditions: renditionStore,
  leases: leaseStore,
  repairs: repairStore,
  search: searchStore,
  settings: settingsStore,
  access: accessStore,
  charsets: thingStore(charset),
  presets: thingStore(preset),
  sessions: sessionStore,
  factors: factorStore,
  audit: auditStore,
  traffic: trafficStore,
} satisfies Record<string, StoreDefinition>

export type StoreName = keyof typeof stores

/** All stores with their methods. */
type Stores = { readonly [Name in StoreName]: Store<(typeof stores)[Name]> }

/** A call of a method of a store, or of the database itself, by name. */
export interface MethodCall {
  store: StoreName | 'database'
  method: string
  parameters: readonly unknown[]
}

/** Runs a call in another thread or process, or over other connections. */
type RunCall = (call: MethodCall) => Promise<unknown>

/** The kinds of methods that run elsewhere. */
export interface Elsewhere {
  reads?: RunCall
  changes?: RunCall
}

/** All stores over an engine whose schema is up to date. Methods run here, unless `elsewhere` has their kind. */
export function createStores(engine: SqlEngine, clock: () => number, elsewhere: Elsewhere): Stores {
  const all = Object.entries(stores).map(([name, definition]: [string, StoreDefinition]) => {
    const { walks, reads, walkWhen, changes } = definition
    const store = name as StoreName
    const methods = {
      ...walks?.(engine, clock),
      ...runVia(elsewhere.reads, store, reads?.(engine, clock), walkWhen),
      ...runVia(elsewhere.changes, store, changes?.(engine, clock)),
    }
    return [store, methods]
  })
  return Object.fromEntries(all)
}

/** Wraps methods so that calls go through `run`; walks are still called directly. */
function runVia(
  run: RunCall | undefined,
  store: StoreName,
  methods: Methods = {},
  walkWhen: StoreDefinition['walkWhen'] = {},
): Methods {
  if (run === undefined) return methods
  const sent = Object.entries(methods).map(([method, own]) => [
    method,
    (...parameters: never[]) =>
      walkWhen[method]?.(...parameters) ? own(...parameters) : run({ store, method, parameters }),
  ])
  return Object.fromEntries(sent)
}
