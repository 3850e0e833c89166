import { auditDraft } from '../audit/audit-draft.ts'
import { readSelection } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { AccessEntry, AccessList, Actor } from '../language/records.ts'
import { readTextField } from '../language/text-field.ts'
import { checkExpiry } from '../language/time.ts'
import { parseAddress } from '../network/address.ts'
import { formatCidr, isCidr, networksAround, parseCidr } from '../network/cidr.ts'
import type { SitePorts } from '../site-ports.ts'
import type { AccessQuery } from './access-rows.ts'

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
 * @throws {Failure} BAD_REQUEST if one is not a network, has host bits set, or has an expiry in the past or after 9999;
 * and for too many
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
  const action = list === 'block' ? 'access.block' : 'access.allow'
  const subject = entries.length === 1 ? (entries[0]?.network ?? '') : `${entries.length} networks`
  await site.database.access.put(entries, auditDraft(actor, nowMs, { action, subject, after }))
  return entries.map((entry) => entry.network)
}

/** Turns a search into a query: the networks that contain an address or, by words, networks and notes. */
export function accessSearch(search: string): Pick<AccessQuery, 'networks' | 'search'> {
  const address = parseAddress(search.trim())
  return address === undefined ? { search } : { networks: networksAround(address) }
}

/** How long the note on a network is at most. */
export const maxNoteCharacters = 200

/** One entry as it will be kept. @throws {Failure} BAD_REQUEST */
export function readAccessEntry(list: AccessList, input: AccessInput, nowMs: number): AccessEntry {
  const expiresAtMs = input.expiresAtMs ?? null
  checkExpiry(expiresAtMs, nowMs)
  return {
    network: formatCidr(parseCidr(input.network.trim())),
    list,
    note: readTextField(input.note ?? '', {
      name: 'note',
      called: message('The note'),
      most: maxNoteCharacters,
    }),
    createdAtMs: nowMs,
    expiresAtMs,
  }
}

/** The text of a network in the lists, which of one that this version can't read is only that text. */
async function storedText({ database }: Site, written: string): Promise<string> {
  if (!isCidr(written)) {
    for (const list of ['block', 'allow'] as const) {
      if ((await database.access.find(written, list)) !== undefined) return written
    }
  }
  return formatCidr(parseCidr(written))
}

/** Takes a network off both lists, or off one list. @throws {Failure} NOT_FOUND, BAD_REQUEST */
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
