import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createImagesService, type ImagesServiceOptions } from '@pictoglyph/images'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { createSharpRenditionMaker, type SharpRenditionOptions } from '@pictoglyph/renditions/sharp'
import { addUser, findUser, setUserQuota } from '@pictoglyph/site/accounts/users'
import { addAlbum, findOwnAlbum, setAlbumPublic } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import type { BlobStore, StagedFile } from '@pictoglyph/site/blobs/blob-store'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { seedNewSite } from '@pictoglyph/site/first-start'
import { createImageLinks } from '@pictoglyph/site/images/image-addresses'
import type { RenditionEvent } from '@pictoglyph/site/images/make-rendition'
import { createRenditions, type RenditionPace, type Renditions } from '@pictoglyph/site/images/renditions'
import { createKey, type NewKey } from '@pictoglyph/site/keys'
import { createKeyGate, createKeyUsage } from '@pictoglyph/site/keys/key-gate'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createPasswordHasher } from '@pictoglyph/site/platform/argon2id-hasher'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { PolicyKey } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createSnapshotSource, type SnapshotSource } from '@pictoglyph/site/snapshot'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { createLog } from '@pictoglyph/web/log'
import { serveService } from '@pictoglyph/web/serve-service'
import type { HttpService } from '@pictoglyph/web/service'
import { freePort } from '@pictoglyph/web/test/free-port'
import { createLinkCache, type LinkCache } from '../src/serving/link-cache.ts'

export type SiteFixtureOptions = Partial<
  Pick<ImagesServiceOptions, 'uploads' | 'events' | 'security' | 'trustedProxies' | 'baseUrl' | 'neighbours'>
> & {
  /** Makes renditions within these limits; none by default. */
  renditions?: SharpRenditionOptions
  pace?: RenditionPace
  /** Clock of the link cache, in milliseconds. */
  now?: () => number
  /** Clock of the site. */
  clock?: () => number
  /** The blobs' addresses at the store's public service; none by default. */
  redirect?: NonNullable<BlobStore['redirect']>
}

const hastyPace: RenditionPace = { quietMs: 1, maxPatienceMs: 30_000 }

/** A new site with the images service on a port of its own, with SQLite and files in a temporary folder. */
export interface SiteFixture extends AsyncDisposable {
  /** Base address of the images service, without a final slash. */
  readonly url: string
  readonly directory: string
  readonly ports: SitePorts
  readonly links: LinkCache
  /** The images service that is served. */
  readonly service: HttpService
  /** An upload key of the administrator, without a default category. */
  readonly apiKey: string
  readonly categoryId: string
  readonly userId: string
  /** Set if the site has renditions. */
  readonly renditions: Renditions | undefined
  /** Results of renditions so far. */
  readonly renditionEvents: readonly RenditionEvent[]
  /** Creates an upload key of the administrator with the given settings, now or at another time. */
  createKey(given?: Partial<NewKey>, atMs?: number): Promise<string>
  /** Returns another user's id. */
  addUser(name: string): Promise<string>
  /** Returns an album's id. */
  addAlbum(name: string, ownerId?: string): Promise<string>
  /** Publishes an album, and returns its address. */
  publishAlbum(albumId: string, ownerId?: string): Promise<string>
  /** Sets a policy, which is in force when this resolves. */
  setPolicy(key: PolicyKey, value: string): Promise<void>
  /** Sets the administrator's quota. */
  setQuota(quotaBytes: number): Promise<void>
  /** Serves the same site as another process would, on another port. */
  reopen(): Promise<Pick<SiteFixture, 'url' | 'renditions' | 'renditionEvents'> & AsyncDisposable>
  /** Counts what remains: stored blobs, unfinished files (in memory or on disk), image rows. */
  kept(): Promise<{ blobs: number; unfinished: number; images: number }>
}

export async function openSite(options: SiteFixtureOptions = {}): Promise<SiteFixture> {
  await using opened = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-site-'))
  opened.defer(() => rm(directory, { recursive: true, force: true }))
  const served = opened.use(await serveSite(directory, options))
  const { url, ports, links, service, snapshots, renditions, renditionEvents } = served
  const credentials = await seedNewSite(ports)
  if (credentials === undefined) throw new Error('the site is not new')
  await snapshots.refresh()
  const user = await findUser(ports, credentials.userName)

  const held = opened.move()
  return {
    url,
    directory,
    ports,
    links,
    service,
    apiKey: credentials.apiKey,
    categoryId: credentials.categoryId,
    userId: user.id,
    renditions,
    renditionEvents,
    async createKey(given = {}, atMs) {
      const site = atMs === undefined ? ports : { ...ports, clock: () => atMs }
      const { secret } = await createKey(site, commandActor, { ...uploadKey, userId: user.id, ...given })
      return secret
    },
    async addUser(name) {
      const input = { name, password: 'a long enough password', role: 'member' } as const
      return (await addUser(ports, commandActor, input)).user.id
    },
    async addAlbum(name, ownerId = user.id) {
      return (await addAlbum(ports, commandActor, ownerId, name)).id
    },
    async publishAlbum(albumId, ownerId = user.id) {
      await setAlbumPublic(ports, commandActor, await findOwnAlbum(ports, ownerId, albumId), true)
      const { publicToken } = await findOwnAlbum(ports, ownerId, albumId)
      return `${url}/a/${publicToken}`
    },
    async setPolicy(key, value) {
      await setPolicy(ports, commandActor, key, value, { onRisk: () => {} })
      await snapshots.refresh()
    },
    setQuota: (quotaBytes) => setUserQuota(ports, commandActor, user, quotaBytes),
    reopen: () => serveSite(directory, options),
    async kept() {
      const { images } = await ports.database.images.totals()
      const stored = await Array.fromAsync(ports.blobs.list())
      const onDisk = await readdir(join(directory, 'blobs', 'staging'))
      return { blobs: stored.length, unfinished: Math.max(served.staged(), onDisk.length), images }
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

interface ServedSite extends AsyncDisposable, Pick<SiteFixture, 'url' | 'renditions' | 'renditionEvents'> {
  ports: SitePorts
  links: LinkCache
  service: HttpService
  snapshots: SnapshotSource
  /** Number of files being received. */
  staged(): number
}

/** Counts staged files of a store that were not disposed of yet. */
function countStaged(store: BlobStore): { blobs: BlobStore; staged(): number } {
  const open = new Set<StagedFile>()
  async function stage(announcedBytes?: number): Promise<StagedFile> {
    const file = await store.stage(announcedBytes)
    const dispose = file[Symbol.asyncDispose]
    open.add(file)
    file[Symbol.asyncDispose] = async () => {
      await dispose()
      open.delete(file)
    }
    return file
  }
  return { blobs: { ...store, stage }, staged: () => open.size }
}

/** Opens a folder's rows and bytes and serves them, as one process of a site does. */
async function serveSite(
  directory: string,
  { renditions: making, pace = hastyPace, redirect, now, clock = Date.now, ...options }: SiteFixtureOptions,
): Promise<ServedSite> {
  await using opened = new AsyncDisposableStack()
  const database = await createSqliteDatabase({ path: join(directory, 'site.db'), clock })
  opened.defer(() => database.close())
  const { blobs, staged } = countStaged(
    await createFilesystemBlobStore({ directory: join(directory, 'blobs') }),
  )
  opened.defer(() => blobs.close())
  const limiter = createMemoryLimiter()
  opened.defer(() => limiter.close())

  // Links contain the port, so it must be known before the service is created.
  const port = await freePort()
  const url = `http://localhost:${port}`
  const snapshots = await createSnapshotSource(database, clock)
  const decoder = making && createSharpRenditionMaker(making)
  const ports: SitePorts = {
    endFinder: decoder,
    database,
    blobs: redirect === undefined ? blobs : { ...blobs, redirect },
    passwords: createPasswordHasher(),
    links: createImageLinks(url),
    createSha256,
    snapshot: snapshots.current,
    clock,
  }
  const renditionEvents: RenditionEvent[] = []
  const renditions =
    decoder &&
    createRenditions({
      site: ports,
      maker: decoder,
      pace,
      patienceMs: 30_000,
      report: (event) => renditionEvents.push(event),
    })
  opened.defer(() => renditions?.close())
  const links = createLinkCache(ports, now)
  const service = await createImagesService({
    site: ports,
    links,
    keyGate: createKeyGate({ keys: database.keys, createSha256, limiter, clock }),
    keyUsage: createKeyUsage(database.keys),
    keyLimiter: limiter,
    trustedProxies: createNetworkSet([]),
    lifecycle: { stopping: false },
    log: createLog('silent'),
    baseUrl: url,
    neighbours: { console: 'http://localhost:8082', text: 'http://localhost:8081' },
    ...(renditions && { renditions }),
    ...options,
  })
  const maxBodyBytes = Number.MAX_SAFE_INTEGER
  const running = serveService(service, {
    hostname: '127.0.0.1',
    port,
    connectionTimeoutSeconds: 60,
    maxBodyBytes,
  })
  opened.defer(() => running.stop(0))
  const held = opened.move()
  return {
    url,
    ports,
    links,
    service,
    staged,
    snapshots,
    renditions,
    renditionEvents,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

const uploadKey: Omit<NewKey, 'userId'> = {
  name: 'test',
  permissions: ['images:upload'],
  expiresAtMs: null,
  defaultCategoryId: null,
  clientKind: 'standard',
  binding: {},
}
