import { expect } from 'bun:test'
import { createHash } from 'node:crypto'
import type { Category } from '../../src/categories/category.ts'
import type { SiteDatabase } from '../../src/database/database.ts'
import type { NewImage } from '../../src/images/image-records.ts'
import { Failure, type FailureCode } from '../../src/language/failure.ts'
import { newId } from '../../src/language/ids.ts'
import type { ApiKey, AuditDraft, Image, User } from '../../src/language/records.ts'

/** An empty database, and a second one over the same rows, as another replica has it. */
export interface DatabaseUnderTest extends AsyncDisposable {
  readonly database: SiteDatabase
  readonly replica: SiteDatabase
  /** Changes rows from outside with an SQL statement that nothing checks. */
  damage(statement: string): Promise<void>
}

/** Opens both under a clock of the test. */
export type MakeDatabase = (clock: () => number) => Promise<DatabaseUnderTest>

export interface DatabaseConformanceOptions {
  /** Random schedules to try for each property. */
  runs?: number
}

/** A site with two members and a category. */
export interface Site extends DatabaseUnderTest {
  readonly ann: User
  readonly bob: User
  readonly general: Category
  /** The site's time, which only tests move. */
  readonly clock: { nowMs: number }
  /** Records an upload of Ann's and demands that it made or found an image. */
  upload(change?: Partial<NewImage>): Promise<{ kind: 'created' | 'deduped'; image: Image }>
  /** A new upload of Ann's with unique bytes; a test sets the fields that matter to it. */
  draft(change?: Partial<NewImage>): NewImage
}

export const startMs = Date.UTC(2026, 0, 31, 12)

export async function openSite(make: MakeDatabase): Promise<Site> {
  const clock = { nowMs: startMs }
  const made = await make(() => clock.nowMs)
  const { database, replica } = made
  const ann = user('Ann')
  const bob = user('Bob')
  await database.users.add(ann, audit('user.add', ann.id))
  await database.users.add(bob, audit('user.add', bob.id))
  const general = await addCategory(database, 'general')

  function draft(change: Partial<NewImage> = {}): NewImage {
    const bytes = newId()
    return {
      id: newId(),
      ownerId: ann.id,
      categoryId: general.id,
      albumId: null,
      title: '',
      description: '',
      fileName: '',
      createdAtMs: clock.nowMs,
      expiresAtMs: null,
      receivedSha256: sha256(bytes),
      removed: [],
      file: storedFile(bytes),
      dedupScope: 'owner',
      dedupBy: 'file',
      maxImages: 0,
      maxSiteBytes: null,
      removalsSeen: 0,
      link: null,
      key: null,
      idempotency: null,
      ...change,
    }
  }

  return {
    database,
    replica,
    damage: (statement) => made.damage(statement),
    ann,
    bob,
    general,
    clock,
    draft,
    async upload(change) {
      const outcome = await database.images.record(draft(change))
      if (outcome.kind === 'blobRemoving') throw new Error('the bytes are being removed')
      return outcome
    },
    [Symbol.asyncDispose]: () => Promise.resolve(made[Symbol.asyncDispose]()),
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function storedFile(bytes: string, sizeBytes = 1_000): NewImage['file'] {
  return { address: sha256(bytes), sizeBytes, type: 'image/png', width: 40, height: 30, frames: 1 }
}

export function user(name: string): User {
  const id = newId()
  return {
    id,
    name,
    role: 'member',
    passwordHash: '',
    createdAtMs: startMs,
    hasGeneratedPassword: false,
    hasCommandPassword: false,
    disabledAtMs: null,
    quotaBytes: null,
    displayName: '',
  }
}

export function key(userId: string, change: Partial<ApiKey> = {}): ApiKey {
  return {
    id: newId(),
    userId,
    name: 'laptop',
    secretHash: sha256(newId()),
    permissions: ['images:upload'],
    createdAtMs: startMs,
    expiresAtMs: null,
    revokedAtMs: null,
    lastUsedAtMs: null,
    lastUsedAddress: null,
    newNetwork: null,
    uploadsPerMinute: null,
    imageLifetimeMs: null,
    maxUploads: null,
    uploads: 0,
    isGuestLink: false,
    isNameShown: false,
    defaultCategoryId: null,
    clientKind: 'standard',
    binding: {},
    ...change,
  }
}

export async function addCategory(database: SiteDatabase, name: string): Promise<Category> {
  const id = newId()
  return database.categories.add({ id, name, enabled: true, createdAtMs: startMs }, audit('category.add', id))
}

export async function addAlbum(database: SiteDatabase, ownerId: string, name: string = newId()) {
  const id = newId()
  const album = { id, ownerId, name, publicToken: null, createdAtMs: startMs }
  return database.albums.add(album, audit('album.add', id))
}

export function audit(action: string, subject: string, change: Partial<AuditDraft> = {}): AuditDraft {
  return {
    atMs: startMs,
    actor: 'Root',
    actorUserId: null,
    address: 'local',
    action,
    subject,
    before: null,
    after: null,
    ...change,
  }
}

/** Demands that the work fails with the code, and gives the message that a person would read. */
export async function failureOf(work: Promise<unknown>, code: FailureCode): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Failure)) throw new Error(`expected ${code}`, { cause: error })
  expect(error.code).toBe(code)
  return error.message
}

export async function idsOf(items: Promise<{ id: string }[]>): Promise<string[]> {
  return (await items).map(({ id }) => id)
}
