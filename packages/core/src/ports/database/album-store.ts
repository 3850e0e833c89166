import type { Album, AuditDraft, Image } from '../../records.ts'

type AlbumWords = 'description' | 'coverImageId' | 'isArranged' | 'hasRandomLink'

/** An album that is added; without its words, cover and order it has none. */
export type NewAlbum = Omit<Album, 'position' | AlbumWords> & Partial<Pick<Album, AlbumWords>>

/** What can be changed of an album; what is left out stays. */
export type AlbumUpdate = Partial<
  Pick<Album, 'name' | 'publicToken' | 'description' | 'coverImageId' | 'hasRandomLink'>
> & {
  /** Forgets the order by hand. */
  isArranged?: false
}

export interface AlbumStore {
  /** @throws {Failure} CONFLICT for a name that is taken, or more albums than `maxListed` lets a user have */
  add(album: NewAlbum, audit: AuditDraft): Promise<Album>
  /** Adds an album with these images in it; arranged, if the album is, in this order. @throws {Failure} NOT_FOUND where one is no live image of its owner */
  addWithImages(album: NewAlbum, imageIds: readonly string[], audit: AuditDraft): Promise<Album>
  byId(id: string): Promise<Album | undefined>
  byPublicToken(token: string): Promise<Album | undefined>
  /** In the owner's order, no more than one may have; without an owner all of the site. */
  list(ownerId?: string): Promise<(Album & { imageCount: number })[]>
  /** The albums that an image is in, in their owner's order. */
  withImage(imageId: string): Promise<Album[]>
  /** The image that stands for each of these albums, by the albums' ids: its cover, or else its first live one. */
  covers(ids: readonly string[]): Promise<ReadonlyMap<string, Image>>
  /**
   * The live ones of so many images of the album: from an id on in the order of ids, then from the first one. Those that
   * were deleted or have ended count too, so that what it costs is bounded.
   */
  sample(id: string, window: { fromId: string; size: number }): Promise<Image[]>
  update(id: string, change: AlbumUpdate, audit: AuditDraft): Promise<void>
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
  /**
   * Puts images of an album, in this order, before another one of it, or at its end; the album is arranged then. Those
   * that are not in it are passed over.
   * @throws {Failure} NOT_FOUND if the owner has no such album, or that other image is not in it
   */
  arrangeImages(
    id: string,
    ownerId: string,
    order: { imageIds: readonly string[]; beforeId: string | null },
    audit: AuditDraft,
  ): Promise<void>
  removeImages(id: string, ownerId: string, imageIds: readonly string[], audit: AuditDraft): Promise<void>
}
