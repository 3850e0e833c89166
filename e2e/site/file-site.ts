import { join } from 'node:path'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { createImageLinks } from '@pictoglyph/site/images/image-addresses'
import { newId } from '@pictoglyph/site/language/ids'
import type { User } from '@pictoglyph/site/language/records'
import { createPasswordHasher } from '@pictoglyph/site/platform/argon2id-hasher'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createSnapshotSource } from '@pictoglyph/site/snapshot'
import { type UploadOutcome, upload } from '@pictoglyph/site/upload'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { temporaryDirectory } from './temporary-directory.ts'

/** A site on files in this process, and a second set of ports over the same files, as another process has it. */
export interface FileSite extends AsyncDisposable {
  directory: string
  ports: SitePorts
  replica: SitePorts
  owner: User
  categoryId: string
  /** What is added to the real time. */
  clock: { aheadMs: number }
}

/** @param openBlobs opens another store than the files in `<directory>/blobs`, once for each set of ports */
export async function openFileSite(
  openBlobs: (directory: string) => Promise<BlobStore> = openFiles,
): Promise<FileSite> {
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await temporaryDirectory()).path
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs

  async function openPorts(): Promise<SitePorts> {
    const database = await createSqliteDatabase({ path: join(directory, 'pictoglyph.db'), clock: now })
    cleanup.defer(() => database.close())
    const blobs = await openBlobs(directory)
    const snapshots = await createSnapshotSource(database, now)
    return {
      database,
      blobs,
      passwords: createPasswordHasher(),
      links: createImageLinks('http://localhost'),
      createSha256,
      snapshot: snapshots.current,
      clock: now,
    }
  }

  const ports = await openPorts()
  const replica = await openPorts()
  const owner = await addOwner(ports)
  const audit = auditOf('category.add')
  const category = { id: newId(), name: 'general', enabled: true, createdAtMs: now() }
  await ports.database.categories.add(category, audit)
  const held = cleanup.move()
  return {
    directory,
    ports,
    replica,
    owner,
    categoryId: category.id,
    clock,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

function openFiles(directory: string): Promise<BlobStore> {
  return createFilesystemBlobStore({ directory: join(directory, 'blobs') })
}

export async function addOwner({ database, clock }: SitePorts): Promise<User> {
  const owner: User = {
    id: newId(),
    name: newId(),
    role: 'member',
    passwordHash: '',
    createdAtMs: clock(),
    hasGeneratedPassword: false,
    hasCommandPassword: false,
    disabledAtMs: null,
    quotaBytes: null,
    displayName: '',
  }
  await database.users.add(owner, auditOf('user.add'))
  return owner
}

const keyLimiter = createMemoryLimiter()

/**
 * Uploads bytes the way the services do.
 * @param of.albumId of an album that is there while the upload is judged, and gone when it is recorded
 */
export async function uploadTo(
  ports: SitePorts,
  { owner, categoryId, albumId }: Pick<FileSite, 'owner' | 'categoryId'> & { albumId?: string },
  bytes: Uint8Array,
  isStopping?: () => boolean,
): Promise<UploadOutcome> {
  const { albums } = ports.database
  const plain = { publicToken: null, description: '', coverImageId: null }
  const unset = { ...plain, isArranged: false, hasRandomLink: false }
  const album = { ownerId: owner.id, name: 'Gone', position: 0, createdAtMs: 0, ...unset }
  const judged = { ...albums, byId: async (id: string) => ({ ...album, id }) }
  const site = albumId === undefined ? ports : { ...ports, database: { ...ports.database, albums: judged } }
  const uploader = { user: owner, key: null }
  return await upload(
    { ...site, keyLimiter },
    {
      address: undefined,
      uploader,
      async readBody(file) {
        await file.write(bytes)
        return { categoryId, albumId }
      },
      findUploader: async () => uploader,
      isStopping,
    },
  )
}

export function auditOf(action: string) {
  return {
    atMs: Date.now(),
    actor: 'test',
    actorUserId: null,
    address: 'local',
    action,
    subject: action,
    before: null,
    after: null,
  }
}
