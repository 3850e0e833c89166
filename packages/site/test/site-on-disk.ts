import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { addUser } from '../src/accounts/users.ts'
import { commandActor } from '../src/audit/audit-draft.ts'
import type { SiteDatabase } from '../src/database/database.ts'
import { createSqliteDatabase } from '../src/database/sqlite.ts'
import { seedNewSite } from '../src/first-start.ts'
import { createImageLinks } from '../src/images/image-addresses.ts'
import { findHolder, hashSecret } from '../src/keys/key-gate.ts'
import { createKey, type NewKey } from '../src/keys/keys.ts'
import type { ApiKey, User } from '../src/language/records.ts'
import { parseAddress } from '../src/network/address.ts'
import { createPasswordHasher } from '../src/platform/argon2id-hasher.ts'
import { createSha256 } from '../src/platform/sha256.ts'
import type { PolicyKey } from '../src/policy/policy.ts'
import { setPolicy } from '../src/policy/set-policy.ts'
import type { SitePorts } from '../src/site-ports.ts'
import { createSnapshotSource } from '../src/snapshot.ts'
import type { IncomingUpload, UploadFields } from '../src/upload/incoming.ts'
import type { UploadPorts } from '../src/upload/upload.ts'

/** A new site on a SQLite file and a folder of files, without any service. */
export interface SiteOnDisk extends AsyncDisposable {
  readonly ports: SitePorts & UploadPorts
  readonly admin: User
  readonly categoryId: string
  /** The file of the database, for what goes wrong in it. */
  readonly databasePath: string
  /** The site's time, which only tests move. */
  readonly clock: { nowMs: number }
  addMember(name: string): Promise<User>
  /** In force when it resolves. */
  setPolicy(key: PolicyKey, value: string): Promise<void>
  /** Reads what others have set. */
  refresh(): Promise<void>
  /** A key of the administrator that may upload into the category. */
  createKey(given?: Partial<NewKey>): Promise<ApiKey>
  /** An upload of the administrator's, as a service hands it to the rules. */
  incoming(given: GivenUpload): IncomingUpload
  /** What is kept: stored blobs, unfinished files, image rows. */
  kept(): Promise<{ blobs: number; unfinished: number; images: number }>
}

export interface GivenUpload extends Partial<Omit<IncomingUpload, 'readBody' | 'findUploader'>> {
  file?: Uint8Array | undefined
  /** The name of the file. */
  name?: string
  fields?: UploadFields
  key?: ApiKey | undefined
  /** Called once the body has come. */
  meanwhile?(): Promise<unknown>
}

/** @param openDatabase another database than the SQLite file at this path */
export async function openSiteOnDisk(
  change: Partial<UploadPorts> = {},
  openDatabase: (at: { path: string; clock: () => number }) => Promise<SiteDatabase> = createSqliteDatabase,
): Promise<SiteOnDisk> {
  await using opened = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-rules-'))
  opened.defer(() => rm(directory, { recursive: true, force: true }))
  const time = { nowMs: Date.UTC(2026, 0, 31, 12) }
  const clock = () => time.nowMs
  const databasePath = join(directory, 'site.db')
  const database = await openDatabase({ path: databasePath, clock })
  opened.defer(() => database.close())
  const blobs = await createFilesystemBlobStore({ directory: join(directory, 'blobs') })
  opened.defer(() => blobs.close())
  const keyLimiter = createMemoryLimiter()
  opened.defer(() => keyLimiter.close())
  const snapshots = await createSnapshotSource(database, clock)
  const passwords = createPasswordHasher()
  const credentials = await seedNewSite({ database, passwords, createSha256, clock })
  const ports = {
    database,
    blobs,
    keyLimiter,
    passwords,
    links: createImageLinks('http://images.example'),
    createSha256,
    snapshot: snapshots.current,
    clock,
    ...change,
  }
  await snapshots.refresh()
  const admin = await database.users.byName(credentials?.userName ?? '')
  if (admin === undefined) throw new Error('the site is not new')

  const held = opened.move()
  return {
    ports,
    admin,
    categoryId: credentials?.categoryId ?? '',
    databasePath,
    clock: time,
    refresh: () => snapshots.refresh(),
    async addMember(name) {
      const input = { name, password: 'a long enough password', role: 'member' } as const
      return (await addUser(ports, commandActor, input)).user
    },
    async setPolicy(key, value) {
      await setPolicy(ports, commandActor, key, value, { onRisk: () => {} })
      await snapshots.refresh()
    },
    async createKey(given = {}) {
      const { secret } = await createKey(ports, commandActor, {
        userId: admin.id,
        name: 'test',
        permissions: ['images:upload'],
        expiresAtMs: null,
        defaultCategoryId: 'general',
        clientKind: 'standard',
        binding: {},
        ...given,
      })
      const holder = await findHolder(database.keys, hashSecret(ports, secret), time.nowMs)
      if (holder === undefined) throw new Error('the key is not in force')
      return holder.key
    },
    incoming({ file, name, fields = {}, key, meanwhile, ...given }) {
      const uploader = { user: admin, key: key ?? null }
      return {
        address: parseAddress('192.0.2.7'),
        uploader,
        async readBody(source) {
          if (name !== undefined) source.noteName(name)
          if (file !== undefined) {
            // In two parts, as bodies come.
            await source.write(file.subarray(0, file.length >> 1))
            await source.write(file.subarray(file.length >> 1))
          }
          await meanwhile?.()
          return { categoryId: 'general', ...fields }
        },
        async findUploader() {
          const user = (await database.users.byId(admin.id)) ?? admin
          return { user, key: (key && (await database.keys.byId(key.id))) ?? uploader.key }
        },
        ...given,
      }
    },
    async kept() {
      const { images } = await database.images.totals()
      const stored = await Array.fromAsync(blobs.list())
      const unfinished = await readdir(join(directory, 'blobs', 'staging'))
      return { blobs: stored.length, unfinished: unfinished.length, images }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
