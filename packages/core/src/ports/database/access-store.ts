import type { AccessEntry, AccessList, AuditDraft } from '../../records.ts'
import type { Page } from './page.ts'

/** Selects entries of one list. */
export interface AccessQuery {
  list: AccessList
  /** Only these networks, in canonical text. */
  networks?: readonly string[]
  /** Words that must all occur in network or note, without regard to the case of A to Z. */
  search?: string
  limit: number
  after?: string
}

/** The entries of the blacklist and the whitelist. */
export interface AccessStore {
  list(): Promise<AccessEntry[]>
  /**
   * The entries of one list, the newest first. @throws {Failure} BAD_REQUEST for an `after` that no page has returned
   */
  page(query: AccessQuery): Promise<Page<AccessEntry>>
  find(network: string, list: AccessList): Promise<AccessEntry | undefined>
  /** Whether one of these networks is on the list and has not expired; without networks, whether any is. */
  isInForce(list: AccessList, nowMs: number, networks?: readonly string[]): Promise<boolean>
  /** A network that is on the list already gets the new note and expiry. */
  put(entries: readonly AccessEntry[], audit: AuditDraft): Promise<void>
  /** Takes the network off both lists, or off the given one. */
  remove(network: string, list: AccessList | null, audit: AuditDraft): Promise<void>
}
