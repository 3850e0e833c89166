import type { AccessEntry } from './access/access-rows.ts'
import { networksOfEntry } from './access/networks-of-entry.ts'
import type { Charset } from './ciphers/charset.ts'
import { offeredCharsets, offeredPresets } from './ciphers/offered-parts.ts'
import type { Preset } from './ciphers/preset.ts'
import type { SiteDatabase } from './database/database.ts'
import { Failure } from './language/failure.ts'
import type { AccessList } from './language/records.ts'
import type { StoredProblem } from './language/stored-problem.ts'
import type { Address } from './network/address.ts'
import { createNetworkSet, type NetworkSet } from './network/network-set.ts'
import { type Policy, readStoredPolicy } from './policy/policy.ts'
import { policyProblems } from './policy/policy-problems.ts'

/** All settings of the site that requests need, at one revision. Immutable. */
export interface SiteSnapshot {
  readonly revision: number
  readonly policy: Policy
  readonly blocked: NetworkSet
  readonly allowed: NetworkSet
  /** All of them, enabled or not, in order. */
  readonly charsets: readonly Charset[]
  readonly presets: readonly Preset[]
  /** Stored settings that this version does not understand, with the values in force instead. */
  readonly problems: readonly StoredProblem[]
  /** When the next access entry expires, and so the snapshot; infinite if none does. */
  readonly staleAtMs: number
}

/** Holds the present snapshot, and refreshes it. */
export interface SnapshotSource {
  current(): SiteSnapshot
  /**
   * Replaces the snapshot if the settings have changed or the clock was set back. After a failure the old one stays,
   * without the access entries that have expired.
   */
  refresh(): Promise<void>
}

/** Reads the first snapshot; `refresh` reads later ones when it finds a new revision. */
export async function createSnapshotSource(
  database: Pick<SiteDatabase, 'revision' | 'settings' | 'access' | 'charsets' | 'presets'>,
  clock: () => number,
): Promise<SnapshotSource> {
  let settings = await readSettings(database)
  let madeAtMs = clock()
  let current = snapshotOf(settings, madeAtMs)

  function renew(): void {
    madeAtMs = clock()
    current = snapshotOf(settings, madeAtMs)
  }

  return {
    current: () => current,
    async refresh() {
      const nowMs = clock()
      if (current.staleAtMs <= nowMs || nowMs < madeAtMs) renew()
      if ((await database.revision()) === current.revision) return
      settings = await readSettings(database)
      renew()
    },
  }
}

interface SiteSettings
  extends Pick<SiteSnapshot, 'revision' | 'policy' | 'charsets' | 'presets' | 'problems'> {
  /** Including expired entries. */
  entries: readonly AccessEntry[]
}

/** Reads the revision first: the next refresh then notices any change made in between. */
async function readSettings(
  database: Pick<SiteDatabase, 'revision' | 'settings' | 'access' | 'charsets' | 'presets'>,
): Promise<SiteSettings> {
  const revision = await database.revision()
  const [settings, entries, charsets, presets] = await Promise.all([
    database.settings.all(),
    database.access.list(),
    database.charsets.list(),
    database.presets.list(),
  ])
  const stored = readStoredPolicy(settings)
  const [offered, offeredAlgorithms] = [offeredCharsets(charsets), offeredPresets(presets)]
  return {
    revision,
    policy: stored.policy,
    entries,
    charsets: offered.parts,
    presets: offeredAlgorithms.parts,
    problems: [...policyProblems(stored), ...offered.problems, ...offeredAlgorithms.problems],
  }
}

function snapshotOf({ entries, ...settings }: SiteSettings, nowMs: number): SiteSnapshot {
  const inForce = entries.filter((entry) => entry.expiresAtMs === null || nowMs < entry.expiresAtMs)
  return Object.freeze({
    ...settings,
    problems: [...settings.problems, ...inForce.flatMap((entry) => networksOfEntry(entry).problem ?? [])],
    blocked: networksOf(inForce, 'block'),
    allowed: networksOf(inForce, 'allow'),
    staleAtMs: firstExpiryMs(inForce),
  })
}

function networksOf(entries: readonly AccessEntry[], list: AccessList): NetworkSet {
  return createNetworkSet(
    entries.filter((entry) => entry.list === list).flatMap((entry) => networksOfEntry(entry).networks),
  )
}

/**
 * Checks a client against the access lists: first the blacklist, then the whitelist while its mode is on. A client
 * without a known address is refused as not whitelisted in whitelist mode, and as blocked otherwise.
 * @returns the address
 * @throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED
 */
export function requireListed(
  address: Address | undefined,
  site: Pick<SiteSnapshot, 'policy' | 'blocked' | 'allowed'>,
): Address {
  const mustBeAllowed = site.policy['text.whitelistMode'] === 'on'
  if (address === undefined) {
    throw new Failure({ code: mustBeAllowed ? 'IP_NOT_WHITELISTED' : 'IP_BLACKLISTED' })
  }
  if (site.blocked.has(address)) throw new Failure({ code: 'IP_BLACKLISTED' })
  if (mustBeAllowed && !site.allowed.has(address)) throw new Failure({ code: 'IP_NOT_WHITELISTED' })
  return address
}

/** Applies {@link requireListed} to an upload if the policy `upload.accessLists` is on. @throws {Failure} as that */
export function requireListedUploader(
  address: Address | undefined,
  site: Pick<SiteSnapshot, 'policy' | 'blocked' | 'allowed'>,
): void {
  if (site.policy['upload.accessLists'] === 'on') requireListed(address, site)
}

/** When the first entry expires, in milliseconds since the epoch; infinite if none does. */
export function firstExpiryMs(entries: readonly Pick<AccessEntry, 'expiresAtMs'>[]): number {
  let firstMs = Number.POSITIVE_INFINITY
  for (const { expiresAtMs } of entries) firstMs = Math.min(firstMs, expiresAtMs ?? firstMs)
  return firstMs
}
