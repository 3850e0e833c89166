import { join } from 'node:path'
import { createFilesystemBlobStore } from '@pictoglyph/adapters/blobs/filesystem'
import { createPasswordHasher } from '@pictoglyph/adapters/crypto/password-hasher'
import { createSha256 } from '@pictoglyph/adapters/crypto/sha256'
import { createSqliteDatabase } from '@pictoglyph/adapters/database/sqlite'
import {
  type BlobStore,
  createImageLinks,
  createSnapshotSource,
  judgeUpload,
  newId,
  type RecordedImage,
  receiveImage,
  recordUpload,
  type SitePorts,
  type User,
} from '@pictoglyph/core'
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
    disabledAtMs: null,
    quotaBytes: null,
    displayName: '',
  }
  await database.users.add(owner, auditOf('user.add'))
  return owner
}

/**
 * Uploads bytes the way the images service does.
 * @param of.albumId of an album that is gone once the upload has been judged
 */
export async function uploadTo(
  ports: SitePorts,
  { owner, categoryId, albumId }: Pick<FileSite, 'owner' | 'categoryId'> & { albumId?: string },
  bytes: Uint8Array,
  isStopping?: () => boolean,
): Promise<RecordedImage> {
  await using receiver = await receiveImage(ports, bytes.length)
  await receiver.write(bytes)
  const received = receiver.finish()
  const request = {
    holder: { user: owner, key: null },
    address: undefined,
    categoryId,
    albumId: undefined,
    title: undefined,
    description: undefined,
    idempotency: null,
  }
  const verdict = await judgeUpload(ports, received, request)
  if ('problems' in verdict) throw new Error(JSON.stringify(verdict.problems))
  const accepted = albumId === undefined ? verdict.accepted : { ...verdict.accepted, albumId }
  const upload = { received, accepted, request }
  return await recordUpload(ports, isStopping === undefined ? upload : { ...upload, isStopping })
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
