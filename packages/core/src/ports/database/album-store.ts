import type { Album, AuditDraft } from '../../records.ts'

export interface AlbumStore {
  /** @throws {Failure} CONFLICT for a name that is taken, or more albums than `maxListed` lets a user have */
  add(album: Omit<Album, 'position'>, audit: AuditDraft): Promise<Album>
  /** Adds an album with these images in it. @throws {Failure} NOT_FOUND where one is no live image of its owner */
  addWithImages(
    album: Omit<Album, 'position'>,
    imageIds: readonly string[],
    audit: AuditDraft,
  ): Promise<Album>
  byId(id: string): Promise<Album | undefined>
  byPublicToken(token: string): Promise<Album | undefined>
  /** In the owner's order, no more than one may have; without an owner all of the site. */
  list(ownerId?: string): Promise<(Album & { imageCount: number })[]>
  /** The albums that an image is in, in their owner's order. */
  withImage(imageId: string): Promise<Album[]>
  update(id: string, change: Partial<Pick<Album, 'name' | 'publicToken'>>, audit: AuditDraft): Promise<void>
  arrange(ownerId: string, ids: readonly string[], audit: AuditDraft): Promise<void>
  /** The album goes; its images stay. */
  remove(id: string, audit: AuditDraft): Promise<void>
  /** Owner is checked: images or albums of someone else are NOT_FOUND. */
  addImages(
    id: string,
    ownerId: string,
    imageIds: readonly string[],
    atMs: number,
    audit: AuditDraft,
  ): Promise<void>
  removeImages(id: string, ownerId: string, imageIds: readonly string[], audit: AuditDraft): Promise<void>
}
