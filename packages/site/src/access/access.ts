import { auditDraft } from '../audit/audit-draft.ts'
import { readSelection } from '../language/list-limits.ts'
import type { AccessList, Actor } from '../language/records.ts'
import { readNote } from '../language/text-field.ts'
import { checkExpiry } from '../language/time.ts'
import { parseAddress } from '../network/address.ts'
import { formatCidr, isCidr, networksAround, parseCidr } from '../network/cidr.ts'
import type { SitePorts } from '../site-ports.ts'
import type { AccessEntry, AccessQuery } from './access-rows.ts'

type Site = Pick<SitePorts, 'database' | 'clock'>

/** A network to put on a list. */
export interface AccessInput {
  network: string
  note?: string
  expiresAtMs?: number | null
}

/**
 * Puts networks on a list, all or none.
 * @returns the networks in canonical form
 * @throws {Failure} BAD_REQUEST for too many; also for one that is not a network, has host bits set, or expires in the
 * past or after 9999
 */
export async function listNetworks(
  site: Site,
  actor: Actor,
  list: AccessList,
  inputs: readonly AccessInput[],
): Promise<string[]> {
  const nowMs = site.clock()
  const given = readSelection(inputs, ({ network }) => network)
  const entries = given.map((input) => readAccessEntry(list, input, nowMs))
  const after = entries.map(({ network, note, expiresAtMs }) => ({ network, note, expiresAtMs }))
  const subject = entries.length === 1 ? (entries[0]?.network ?? '') : `${entries.length} networks`
  await site.database.access.put(
    entries,
    auditDraft(actor, nowMs, { action: `access.${list}`, subject, after }),
  )
  return entries.map((entry) => entry.network)
}

/** Turns a search into a query: an address finds the networks around it, other text networks and notes. */
export function accessSearch(search: string): Pick<AccessQuery, 'networks' | 'search'> {
  const address = parseAddress(search.trim())
  return address === undefined ? { search } : { networks: networksAround(address) }
}

/** Maximum length of the note on a network, in characters. */
export const maxNoteCharacters = 200

/** Validates one entry for storing. @throws {Failure} BAD_REQUEST */
export function readAccessEntry(list: AccessList, input: AccessInput, nowMs: number): AccessEntry {
  const expiresAtMs = input.expiresAtMs ?? null
  checkExpiry(expiresAtMs, nowMs)
  return {
    network: formatCidr(parseCidr(input.network.trim())),
    list,
    note: readNote(input.note ?? '', maxNoteCharacters),
    createdAtMs: nowMs,
    expiresAtMs,
  }
}

/** The stored text of a network. If this version can't parse it, the stored text equals `written`. */
async function storedText({ database }: Site, written: string): Promise<string> {
  if (!isCidr(written)) {
    for (const list of ['block', 'allow'] as const) {
      if ((await database.access.find(written, list)) !== undefined) return written
    }
  }
  return formatCidr(parseCidr(written))
}

/** Removes a network from both lists, or from one list. @throws {Failure} NOT_FOUND, BAD_REQUEST */
export async function removeNetwork(
  site: Site,
  actor: Actor,
  networkText: string,
  list: AccessList | null = null,
): Promise<string> {
  const network = await storedText(site, networkText.trim())
  const audit = auditDraft(actor, site.clock(), {
    action: 'access.remove',
    subject: network,
    before: { list },
  })
  await site.database.access.remove(network, list, audit)
  return network
}
