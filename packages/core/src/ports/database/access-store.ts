import type { AccessEntry, AccessList, AuditDraft } from '../../records.ts'
import type { Page } from './page.ts'

/** Which entries of one list are asked for. */
export interface AccessQuery {
  list: AccessList
  /** Only these networks, in canonical text. */
  networks?: readonly string[]
  /** Words that must all stand in network or note, without regard to the case of A to Z. */
  search?: string
  limit: number
  after?: string
}

export interface AccessStore {
  list(): Promise<AccessEntry[]>
  /** The entries of one list, the newest first. @throws {Failure} BAD_REQUEST for an `after` that no page has given */
  page(query: AccessQuery): Promise<Page<AccessEntry>>
  find(network: string, list: AccessList): Promise<AccessEntry | undefined>
  /** Whether one of these networks stands on the list and has not ended; without networks, whether any does. */
  isInForce(list: AccessList, nowMs: number, networks?: readonly string[]): Promise<boolean>
  /** A network that is on the list already gets the new note and expiry. */
  put(entries: readonly AccessEntry[], audit: AuditDraft): Promise<void>
  /** Takes the network off both lists, or off the one named. */
  remove(network: string, list: AccessList | null, audit: AuditDraft): Promise<void>
}
