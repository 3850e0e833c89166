import type { AuditDraft } from '../../records.ts'

/** A name that leads to an image, and may lead to another one later. */
export interface NamedLink {
  name: string
  ownerId: string
  /** An image of its owner. It may be gone; the link then leads nowhere. */
  imageId: string
  /** Counts its targets, from 1. */
  number: number
  changedAtMs: number
  /** Since when it leads nowhere; its name stays its owner's. */
  endedAtMs: number | null
}

/** A target that a link has, or had. */
export interface LinkTarget {
  number: number
  imageId: string
  atMs: number
  /** The user who set it. */
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

/** Links whose names stay while their images change. */
export interface LinkStore {
  /**
   * Makes a name lead to a live image of its owner. A free name is taken; a link that its owner ended leads on
   * again; a name that already leads there stays as it is. The last thousand targets are kept.
   * @throws {Failure} NOT_FOUND for an image that does not exist or is not the owner's; BAD_REQUEST for a name that
   * belongs to someone else
   */
  set(change: LinkChange, audit: AuditDraft): Promise<NamedLink>
  /**
   * Ends a link, or has one that was ended lead again to what it led to last (`null`). Its owner and its history stay.
   * @returns whether that changes it; nothing is written where it does not
   */
  setEnd(name: string, endedAtMs: number | null, audit: AuditDraft): Promise<boolean>
  byName(name: string): Promise<NamedLink | undefined>
  /** By name; those of one owner, or all. Ended links are included. */
  list(ownerId?: string): Promise<NamedLink[]>
  /** All targets that are kept, the last first. */
  history(name: string): Promise<LinkTarget[]>
}
