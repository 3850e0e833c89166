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
    /** Live images only: neither deleted nor ended. */
    byId: (id: string) => findImage(read, id, clock()),
    /** Deleted images too, until they are collected or expire. */
    byIdWithDeleted: (id: string) => findImageWithDeleted(read, id, clock()),
    /** As `byIdWithDeleted`, of many images: in the order of `ids`, without those that there are not. */
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
    /** Whose these images are, of those that there are, deleted ones too, in any order. Their words are left out. */
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
    /** The image that an earlier upload with this Idempotency-Key made, and the fingerprint of that upload. */
    byIdempotency: (
      keyId: string,
      token: string,
    ): Promise<{ image: Image; deduped: boolean; fingerprint: string } | undefined> =>
      recallUpload(read, { keyId, token }, clock()),
    /** Live images and their bytes, and the bytes that repeated uploads would have taken beyond these. */
    async totals() {
      const { images, bytes } = await readCounter(read, counterScope.site)
      const deduplicated = await readCounter(read, counterScope.deduplicated)
      return { images, bytes, deduplicatedBytes: deduplicated.bytes }
    },
    /**
     * New images and their bytes a day (UTC, `YYYY-MM-DD`), oldest first, from the day of `sinceMs` on. What
     * became of them later doesn't count, and days without any are left out.
     */
    async daily(sinceMs: number) {
      const days = await readCounters(read, 'day', new Date(sinceMs).toISOString().slice(0, 10))
      return days.map(([day, { images, bytes }]) => ({ day, images, bytes }))
    },
  }),
  reads: (engine, clock) => ({
    /**
     * In the order that the query asks for. A page of a search may have fewer images than `limit`, or none, and another
     * page after it.
     */
    list: (query: ImageQuery) => listImages(engine, { ...query, nowMs: clock() }),
    /** The ids of the images before and after one, in the list of a query. */
    neighbours: (image: Pick<Image, 'id' | 'createdAtMs'>, query: Omit<ImageQuery, 'limit' | 'after'>) =>
      neighboursOf(engine, image, { ...query, nowMs: clock() }),
    /**
     * How many images a query finds, on all of its pages, counted up to `most`; `undefined` for a search that would
     * compare more than 100,000 images one by one, as its words are too short for the index.
     */
    count: (query: Omit<ImageQuery, 'limit' | 'after'>, most: number) =>
      countImages(engine, { ...query, nowMs: clock() }, most),
    /** How many of a query's images came in each of these spans, counted up to `maxCountedInSpan`. */
    countIn: (query: Pick<ImageQuery, 'ownerId' | 'albumId'>, spans: readonly TimeSpan[]) =>
      countInSpans(engine, { ...query, limit: maxCountedInSpan, nowMs: clock() }, spans),
    /** The most recent live uploads of the site, newest first, with the fields for a policy preview. */
    async recent(limit: number) {
      return (await listImages(engine, { limit, nowMs: clock() })).items
    },
    /** Ids of the images, including deleted ones, whose stored bytes or rendition these are; at most `limit`. */
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
     *   any number of identical uploads at once make one image. With `dedupBy` `picture`, an image with the same stored
     *   bytes counts too. In the scope of the site, the owner's own image comes before another's.
     * - A claim to these bytes that no live image holds is taken over. The row of a found image's blob is made again if
     *   it is missing.
     * - A given album gets the image in both cases, unless the image belongs to someone else: albums hold images of
     *   their owner.
     * - A found image keeps the later of its end and the new one; no end is the latest. Another owner's image that
     *   would end sooner is not repeated: the uploader gets a new image.
     * - A found image of the same owner gets the title and the file name that it lacks. Nothing else of it changes.
     * - The same transaction makes or revives the blob's row, and counts uploads of a key with a limit. A repeat counts
     *   too, except one with the same Idempotency-Key.
     *
     * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, KEY_USED_UP, IDEMPOTENCY_MISMATCH,
     * BAD_REQUEST for a link of someone else
     */
    record: (image: NewImage) => recordImage(engine, clock, image),
    /**
     * Records an upload whose file was not sent, as {@link ImageStore.record} would, if the owner has a live image of
     * these bytes. Images of other owners are not looked at.
     * @returns `undefined` if there is none, and nothing has changed
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
     * Marks images as deleted; their bytes stay until they are collected. Images that are deleted already stay as they are.
     * @returns the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id; then none of them is deleted
     */
    remove: (ids: readonly string[], atMs: number, audit: AuditDraft) =>
      removeImages(engine, ids, { atMs, nowMs: clock(), audit }),
    /**
     * Takes images down, deleted ones too, and blocks the hashes of their bytes unless they go with their owner's
     * account. What an operator has taken down already stays as it is.
     * @returns the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id; then none is taken down
     */
    takeDown: (ids: readonly string[], note: TakeDownNote, audit: AuditDraft) =>
      takeDownImages(engine, ids, { note, nowMs: clock(), audit }),
    /**
     * Ends that, and unblocks their hashes. What its owner had deleted before is deleted then, and so is an image whose
     * bytes its owner has uploaded again.
     * @returns the ids of those that are live now, and the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id and one that is not taken down, QUOTA_EXCEEDED
     */
    putBack: (ids: readonly string[], audit: AuditDraft) =>
      putBackImages(engine, ids, { nowMs: clock(), audit }),
    /**
     * Restores deleted images: an image whose bytes its owner has uploaded again meanwhile stays deleted.
     * @returns those that it restored, and the id of the audit entry
     * @throws {Failure} NOT_FOUND for an unknown id and an image that is taken down, QUOTA_EXCEEDED if an owner has no room for all of them; then none is
     * restored
     */
    restore: (ids: readonly string[], audit: AuditDraft, limits: LiveLimits) =>
      restoreImages(engine, ids, { nowMs: clock(), audit, limits }),
    /**
     * Collects images deleted before a time, in transactions of a bounded size; a blob that is not needed any more is
     * released at `atMs`. Returns how many images.
     */
    collect: (deletedBeforeMs: number, atMs: number) => collectImages(engine, { deletedBeforeMs, atMs }),
    /**
     * Collects images that have expired, deleted or not, in the same way. They are already invisible. Returns how many.
     */
    collectExpired: (atMs: number) => collectExpired(engine, atMs),
    /**
     * The same for each owner who has deleted more bytes than the quota: the oldest first, until the rest fits or was
     * deleted after that time.
     */
    collectBeyondQuotas: (deletedBeforeMs: number, atMs: number) =>
      collectBeyondQuotas(engine, { deletedBeforeMs, atMs }),
    /**
     * Deletes these deleted images for good in one transaction, whenever they were deleted. Blobs that are not needed any more, of
     * renditions too, are released at `atMs`.
     * @returns their addresses, and the id of the audit entry
     * @param takenDownToo for operators
     * @throws {Failure} NOT_FOUND for an id that is unknown or not of a deleted image; then none is collected
     */
    deleteForGood: (ids: readonly string[], atMs: number, audit: AuditDraft, takenDownToo = false) =>
      deleteForGood(engine, ids, { atMs, nowMs: clock(), audit, takenDownToo }),
  }),
} satisfies StoreDefinition
