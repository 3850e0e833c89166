import type { Album, AuditDraft, Image } from '../../records.ts'

type AlbumWords = 'description' | 'coverImageId' | 'isArranged' | 'hasRandomLink'

/** A new album, without description, cover and order unless they are given. */
export type NewAlbum = Omit<Album, 'position' | AlbumWords> & Partial<Pick<Album, AlbumWords>>

/** The changeable parts of an album; what is left out stays. */
export type AlbumUpdate = Partial<
  Pick<Album, 'name' | 'publicToken' | 'description' | 'coverImageId' | 'hasRandomLink'>
> & {
  /** Forgets the order by hand. */
  isArranged?: false
}

/** Albums, and the images in them. */
export interface AlbumStore {
  /** @throws {Failure} CONFLICT for a name that is taken, or more albums than `maxListed` lets a user have */
  add(album: NewAlbum, audit: AuditDraft): Promise<Album>
  /**
   * Adds an album with these images; if the album is arranged, in this order. @throws {Failure} NOT_FOUND if one is not
   * a live image of its owner
   */
  addWithImages(album: NewAlbum, imageIds: readonly string[], audit: AuditDraft): Promise<Album>
  byId(id: string): Promise<Album | undefined>
  byPublicToken(token: string): Promise<Album | undefined>
  /** In the owner's order; an owner's albums are few enough for one list. Without an owner, all of the site. */
  list(ownerId?: string): Promise<(Album & { imageCount: number })[]>
  /** The albums that an image is in, in their owner's order. */
  withImage(imageId: string): Promise<Album[]>
  /** The image that represents each of these albums, by the albums' ids: its cover, or else its first live image. */
  covers(ids: readonly string[]): Promise<ReadonlyMap<string, Image>>
  /**
   * The live ones of so many images of the album: from an id on in the order of ids, then from the first one. Those that
   * were deleted or have ended count too, so that what it costs is bounded.
   */
  sample(id: string, window: { fromId: string; size: number }): Promise<Image[]>
  update(id: string, change: AlbumUpdate, audit: AuditDraft): Promise<void>
  arrange(ownerId: string, ids: readonly string[], audit: AuditDraft): Promise<void>
  /** Removes the album; its images stay. */
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
   * Moves images of an album, in this order, before another image of it, or to its end; the album is arranged then.
   * Images that are not in it are ignored.
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
