import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SiteDatabase } from '@pictoglyph/site/database'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { seedNewSite } from '@pictoglyph/site/first-start'
import { createImageLinks } from '@pictoglyph/site/images/image-addresses'
import { hashSecret } from '@pictoglyph/site/keys/key-gate'
import { newId, randomBase62 } from '@pictoglyph/site/language/ids'
import { createPasswordHasher } from '@pictoglyph/site/platform/argon2id-hasher'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createSnapshotSource } from '@pictoglyph/site/snapshot'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'

const words = [
  'harbour',
  'terrace',
  'lantern',
  'library',
  'garden',
  'market',
  'snow',
  'copper',
  'ferry',
  'canal',
]
const recordsAtOnce = 512

interface FilledSite extends AsyncDisposable {
  site: SitePorts
  /** The secret of a session of the images' owner. */
  sessionToken: string
  albumId: string
}

/** A site whose owner has `images` images, a tenth of them in an album, recorded through the port. */
export async function createFilledSite(images: number): Promise<FilledSite> {
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-bench-console-'))
  const clock = Date.now
  const database = await createSqliteDatabase({ path: join(directory, 'site.sqlite'), clock })
  const blobs = await createFilesystemBlobStore({ directory: join(directory, 'blobs') })
  const passwords = createPasswordHasher()
  await seedNewSite({ database, passwords, createSha256, clock })
  const snapshots = await createSnapshotSource(database, clock)
  const links = createImageLinks('http://localhost:8080')
  const site: SitePorts = {
    database,
    blobs,
    passwords,
    links,
    createSha256,
    clock,
    snapshot: () => snapshots.current(),
  }
  const [owner] = await database.users.list()
  const ownerId = owner?.id ?? ''
  const albumId = newId()
  await database.albums.add(
    { id: albumId, ownerId, name: 'Album', publicToken: null, createdAtMs: clock() },
    auditOf('album.add', albumId),
  )
  await recordImages(database, { images, ownerId, albumId })
  while (!(await database.search.indexNext()).isLast) {}
  const sessionToken = await beginSession(database, ownerId)
  return {
    site,
    sessionToken,
    albumId,
    async [Symbol.asyncDispose]() {
      await database.close()
      await blobs.close()
      await rm(directory, { recursive: true })
    },
  }
}

/** Records so many images, a tenth of them in the album if there is one. */
export async function recordImages(
  database: SiteDatabase,
  {
    images,
    ownerId,
    albumId,
    describe = () => 'A picture with a description of an ordinary length, as people write them.',
  }: { images: number; ownerId: string; albumId: string | null; describe?: (index: number) => string },
): Promise<void> {
  const firstMs = Date.UTC(2026, 0, 1)
  for (let from = 0; from < images; from += recordsAtOnce) {
    const many = Math.min(recordsAtOnce, images - from)
    await Promise.all(
      Array.from({ length: many }, (_, offset) => {
        const index = from + offset
        const address = new Bun.CryptoHasher('sha256').update(`${ownerId} ${index}`).digest('hex')
        return database.images.record({
          id: newId(),
          ownerId,
          categoryId: 'general',
          albumId: index % 10 === 0 ? albumId : null,
          title: `${words[index % 10]} ${words[Math.floor(index / 10) % 10]} ${index}`,
          description: describe(index),
          fileName: '',
          createdAtMs: firstMs + index * 60_000,
          expiresAtMs: null,
          receivedSha256: address,
          removed: [],
          file: { address, sizeBytes: 200_000, type: 'image/jpeg', width: 1600, height: 1067, frames: 1 },
          dedupBy: 'file',
          link: null,
          dedupScope: 'owner',
          maxImages: 0,
          maxSiteBytes: null,
          removalsSeen: 0,
          key: null,
          idempotency: null,
        })
      }),
    )
  }
}

/** @returns the secret of a new session */
export async function beginSession(database: SiteDatabase, userId: string): Promise<string> {
  const token = randomBase62(43)
  const nowMs = Date.now()
  const session = {
    tokenHash: hashSecret({ createSha256 }, token),
    userId,
    createdAtMs: nowMs,
    lastSeenAtMs: nowMs,
    expiresAtMs: nowMs + 3_600_000,
    address: '127.0.0.1',
    userAgent: 'bench',
    provedAtMs: nowMs,
    isPending: false,
    hasProviderFactor: false,
  }
  const user = await database.users.byId(userId)
  if (user === undefined || !(await database.sessions.add(session, user.passwordHash))) {
    throw new Error('there is no such user, or they are disabled')
  }
  return token
}

function auditOf(action: string, subject: string) {
  return {
    atMs: Date.now(),
    actor: 'bench',
    actorUserId: null,
    address: 'local',
    action,
    subject,
    before: null,
    after: null,
  }
}
