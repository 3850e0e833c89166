import type { LiveLimits } from '../accounts/quota.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import type { AuditDraft, Image } from '../language/records.ts'
import { isOneOf } from '../rows/clauses.ts'
import { counterScope, readCounter, readCounters } from '../rows/counters.ts'
import { integerOrNull, text } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { recallUpload } from '../upload/idempotency-rows.ts'
import { recordImage, repeatImage } from '../upload/record-image-rows.ts'
import { findDuplicate } from './duplicate-claim-rows.ts'
import { collectBeyondQuotas, collectExpired, collectImages, deleteForGood } from './image-collection-rows.ts'
import { countImages, listImages } from './image-list-rows.ts'
import type {
  DuplicateQuery,
  ImageQuery,
  ImageUpdate,
  NewImage,
  OwnedImage,
  RepeatedUpload,
} from './image-records.ts'
import { removeImages, restoreImages } from './image-removal-rows.ts'
import {
  findImage,
  findImageWithDeleted,
  imageColumns,
  isNotExpired,
  joinOwnerAndBlob,
  readImage,
} from './image-rows.ts'
import { countInSpans, maxCountedInSpan, type TimeSpan } from './image-span-rows.ts'
import { updateImages } from './image-update-rows.ts'
import { isImageWalk } from './image-walks.ts'
import { neighboursOf } from './sorted-image-rows.ts'
import { putBackImages, type TakeDownNote, takeDownImages } from './take-down-rows.ts'

/** Images, live and deleted. */
export const imageStore = {
  walks: ({ dialect, read }, clock) => ({
    /** Live images only: neither deleted nor expired. */
    byId: (id: string) => findImage(read, id, clock()),
    /** Deleted images too, until they are collected or expire. */
    byIdWithDeleted: (id: string) => findImageWithDeleted(read, id, clock()),
    /** As `byIdWithDeleted`, for many images in the order of `ids`; missing ones are left out. */
    async byIds(ids: readonly string[]): Promise<Image[]> {
      const { text: areListed, parameter } = isOneOf(dialect, ids)
      const rows = await read.all(
        `SELECT ${imageColumns} FROM images ${joinOwnerAndBlob} WHERE images.id ${areListed} AND ${isNotExpired}`,
        parameter,
        clock(),
      )
      const found = new Map(rows.map((row) => [text(row, 'id'), readImage(row)]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    /** Owners and hashes of the images with these ids, including deleted ones, in any order, without texts. */
    async ownersOf(ids: readonly string[]): Promise<OwnedImage[]> {
      const { text: areListed, parameter } = isOneOf(dialect, ids)
      const rows = await read.all(
        `SELECT images.id, images.owner_id, users.name AS owner_name, images.address, images.deleted_at_ms,
           images.taken_down_at_ms
         FROM images JOIN users ON users.id = images.owner_id WHERE images.id ${areListed} AND ${isNotExpired}`,
        parameter,
        clock(),
      )
      return rows.map((row) => ({
        id: text(row, 'id'),
        ownerId: text(row, 'owner_id'),
        ownerName: text(row, 'owner_name'),
        address: text(row, 'address'),
        deletedAtMs: integerOrNull(row, 'deleted_at_ms'),
        isTakenDown: row.taken_down_at_ms !== null,
      }))
    },
    /** The image that an upload of these bytes would repeat. */
    duplicateOf: (query: DuplicateQuery) => findDuplicate(read, query, clock()),
    /** The image from an earlier upload with this Idempotency-Key, and the fingerprint of that upload. */
    byIdempotency: (
      keyId: string,
      token: string,
    ): Promise<{ image: Image; deduped: boolean; fingerprint: string } | undefined> =>
      recallUpload(read, { keyId, token }, clock()),
    /** Live images and their bytes, and the bytes that deduplication saved. */
    async totals() {
      const { images, bytes } = await readCounter(read, counterScope.site)
      const deduplicated = await readCounter(read, counterScope.deduplicated)
      return { images, bytes, deduplicatedBytes: deduplicated.bytes }
    },
    /**
     * Uploaded images and their bytes per day (UTC, `YYYY-MM-DD`), oldest first, from the day of `sinceMs` on. Images
     * deleted later still count; days without uploads are left out.
     */
    async daily(sinceMs: number) {
      const days = await readCounters(read, 'day', new Date(sinceMs).toISOString().slice(0, 10))
      return days.map(([day, { images, bytes }]) => ({ day, images, bytes }))
    },
  }),
  reads: (engine, clock) => ({
    /**
     * Images in the query's order. A page of a search may have fewer images than `limit`, or none, although another
     * page follows.
     */
    list: (query: ImageQuery) => listImages(engine, { ...query, nowMs: clock() }),
    /** The ids of the previous and the next image in a query's list. */
    neighbours: (image: Pick<Image, 'id' | 'createdAtMs'>, query: Omit<ImageQuery, 'limit' | 'after'>) =>
      neighboursOf(engine, image, { ...query, nowMs: clock() }),
    /**
     * The number of images on all pages of a query, counted up to `most`; `undefined` for a search that would compare
     * more images one by one than a page does: 20,000.
     */
    count: (query: Omit<ImageQuery, 'limit' | 'after'>, most: number) =>
      countImages(engine, { ...query, nowMs: clock() }, most),
    /** How many images of a query were uploaded in each span, counted up to `maxCountedInSpan`. */
    countIn: (query: Pick<ImageQuery, 'ownerId' | 'albumId'>, spans: readonly TimeSpan[]) =>
      countInSpans(engine, { ...query, limit: maxCountedInSpan, nowMs: clock() }, spans),
    /** The latest live uploads of the site, newest first, with the fields for a policy preview. */
    async recent(limit: number) {
      return (await listImages(engine, { limit, nowMs: clock() })).items
    },
    /** Ids of images, including deleted ones, with this stored file or rendition; at most `limit`. */
    async idsByBlob(address: BlobAddress, limit: number) {
      const rows = await engine.read.all(
        `SELECT id FROM images
         WHERE address = ? OR address IN (SELECT source FROM renditions WHERE address = ?)
         ORDER BY created_at_ms, id LIMIT ?`,
        address,
        address,
        limit,
      )
      return rows.map((row) => text(row, 'id'))
    },
  }),
  walkWhen: { list: isImageWalk },
  changes: (engine, clock) => ({
    /**
     * Records an upload whose bytes are durable, or finds the image that it repeats.
     *
     * - An upload repeats the live image with the same `receivedSha256` in the scope. A unique index decides, so that
     *   any number of identical uploads at once create one image. With `dedupBy` `picture`, an image with the same
     *   stored bytes counts too. In the scope of the site, the owner's own image comes before another's.
     * - A claim to these bytes that no live image holds is taken over. If the row of a found image's blob is missing,
     *   it is created again.
     * - The given album gets the image in both cases, unless the image belongs to someone else: albums hold images of
     *   their owner.
     * - A found image keeps the later of the two expiries; never is the latest. Another owner's image that would expire
     *   sooner is not repeated: the uploader gets a new image.
     * - A found image of the same owner gets a missing title and file name from the upload. Nothing else of it changes.
     * - The same transaction creates or revives the blob's row, and counts uploads of a key with a limit. A repeat
     *   counts too, except one with the same Idempotency-Key.
     *
     * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, KEY_USED_UP, IDEMPOTENCY_MISMATCH,
     * BAD_REQUEST for a link of someone else
     */
    record: (image: NewImage) => recordImage(engine, clock, image),
    /**
     * Records an upload by hash, as {@link ImageStore.record} would with the file, if the owner has a live image of
     * these bytes. Ignores images of other owners.
     * @returns `undefined`, without changes, if there is none
     * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, IDEMPOTENCY_MISMATCH
     */
    repeat: (upload: RepeatedUpload) => repeatImage(engine, clock, upload),
    /**
     * Changes live images, all or none.
     * @returns the id of the audit entry
     * @throws {Failure} NOT_FOUND, CATEGORY_UNAVAILABLE, QUOTA_EXCEEDED for longer texts
     */
    update: (ids: readonly string[], change: ImageUpdate, audit: AuditDraft) =>
      updateImages(engine, { ids, change, nowMs: clock(), audit }),
    /**
     * Marks images as deleted; their bytes stay until they are collected. Already deleted images stay as they are.
     * @returns the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id; then none of them is deleted
     */
    remove: (ids: readonly string[], atMs: number, audit: AuditDraft) =>
      removeImages(engine, ids, { atMs, nowMs: clock(), audit }),
    /**
     * Takes images down, including deleted ones, and blocks the hashes of their bytes unless they are hidden with their
     * owner's account. Images already taken down by an operator stay as they are.
     * @returns the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id; then none is taken down
     */
    takeDown: (ids: readonly string[], note: TakeDownNote, audit: AuditDraft) =>
      takeDownImages(engine, ids, { note, nowMs: clock(), audit }),
    /**
     * Reverts a takedown and unblocks the hashes. Images their owner had already deleted stay deleted, and so do images
     * whose bytes their owner has uploaded again.
     * @returns the ids of those that are live now, and the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id and one that is not taken down, QUOTA_EXCEEDED
     */
    putBack: (ids: readonly string[], audit: AuditDraft) =>
      putBackImages(engine, ids, { nowMs: clock(), audit }),
    /**
     * Restores deleted images, except those whose bytes their owner has uploaded again.
     * @returns the restored images, and the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id and an image that is taken down, QUOTA_EXCEEDED if an owner has no
     * room for all of them; then none is restored
     */
    restore: (ids: readonly string[], audit: AuditDraft, limits: LiveLimits) =>
      restoreImages(engine, ids, { nowMs: clock(), audit, limits }),
    /**
     * Collects images deleted before a time, in transactions of a bounded size; blobs that become unneeded are released
     * at `atMs`. Returns how many images.
     */
    collect: (deletedBeforeMs: number, atMs: number) => collectImages(engine, { deletedBeforeMs, atMs }),
    /** Collects expired images, deleted or not, in the same way. They are already invisible. Returns how many. */
    collectExpired: (atMs: number) => collectExpired(engine, atMs),
    /**
     * Collects deleted images beyond each owner's quota: the oldest first, until the rest fits or was deleted after
     * that time.
     */
    collectBeyondQuotas: (deletedBeforeMs: number, atMs: number) =>
      collectBeyondQuotas(engine, { deletedBeforeMs, atMs }),
    /**
     * Deletes these deleted images for good in one transaction, whenever they were deleted. Blobs that become unneeded,
     * including renditions, are released at `atMs`.
     * @returns their addresses, and the id of the audit entry
     * @param takenDownToo for operators
     * @throws {Failure} NOT_FOUND for an id that is unknown or not of a deleted image; then none is collected
     */
    deleteForGood: (ids: readonly string[], atMs: number, audit: AuditDraft, takenDownToo = false) =>
      deleteForGood(engine, ids, { atMs, nowMs: clock(), audit, takenDownToo }),
  }),
} satisfies StoreDefinition
