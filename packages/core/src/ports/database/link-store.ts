import type { AuditDraft } from '../../records.ts'

/** A name that leads to an image, and may lead to another one later. */
export interface NamedLink {
  name: string
  ownerId: string
  /** An image of its owner. It may be gone; the link then leads nowhere. */
  imageId: string
  /** Counts what it has led to, from 1. */
  number: number
  changedAtMs: number
  /** Since when it leads nowhere; its name stays its owner's. */
  endedAtMs: number | null
}

/** What a link has led to. */
export interface LinkTarget {
  number: number
  imageId: string
  atMs: number
  /** Who had it lead there. */
  actor: string
}

/** A change of a link. */
export interface LinkChange {
  name: string
  ownerId: string
  imageId: string
  atMs: number
  actor: string
}

/** Links that stay while what they lead to changes. */
export interface LinkStore {
  /**
   * Has a name lead to a live image of its owner. A name that nobody has is taken, and one that its owner has ended leads
   * somewhere again; one that leads there already stays as it is. The last thousand targets are kept.
   * @throws {Failure} NOT_FOUND for an image that is not there, or not the owner's; BAD_REQUEST for a name that belongs to
   * somebody else
   */
  set(change: LinkChange, audit: AuditDraft): Promise<NamedLink>
  /**
   * Ends a link, or has one that was ended lead again to what it led to last (`null`). Its owner and its history stay.
   * @returns whether that changes it; nothing is written where it does not
   */
  setEnd(name: string, endedAtMs: number | null, audit: AuditDraft): Promise<boolean>
  byName(name: string): Promise<NamedLink | undefined>
  /** In order of their names, those of one owner or all; ended ones too. */
  list(ownerId?: string): Promise<NamedLink[]>
  /** All that is kept of what a link has led to, the last first. */
  history(name: string): Promise<LinkTarget[]>
}
