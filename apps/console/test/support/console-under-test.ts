import { Database } from 'bun:sqlite'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryLimiter, type MemoryLimiterOptions } from '@pictoglyph/limiter/memory'
import type { Limiter } from '@pictoglyph/site/access/limiter'
import { addUser } from '@pictoglyph/site/accounts/users'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { seedNewSite } from '@pictoglyph/site/first-start'
import { createImageLinks } from '@pictoglyph/site/images/image-addresses'
import type { Role, User } from '@pictoglyph/site/language/records'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createPasswordHasher } from '@pictoglyph/site/platform/argon2id-hasher'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createSnapshotSource } from '@pictoglyph/site/snapshot'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { createLog, type LogFacts } from '@pictoglyph/web/log'
import type { SecurityEventName } from '@pictoglyph/web/security-events'
import { serveService } from '@pictoglyph/web/serve-service'
import { freePort } from '@pictoglyph/web/test/free-port'
import { createConsoleService } from '../../src/index.ts'
import type { ConsoleOptions } from '../../src/options.ts'
import { serveImages, withPublicService } from './image-server.ts'

export const memberPassword = 'correct horse battery'

export interface ConsoleUnderTest extends AsyncDisposable {
  readonly url: string
  /** The file of the database, for what goes wrong in it. */
  readonly databasePath: string
  readonly site: SitePorts
  readonly limiter: Limiter
  /** Counts tries and changes of the console. */
  readonly tries: Limiter
  /** The security events so far, the oldest first. */
  readonly events: readonly { event: SecurityEventName; user?: string | undefined }[]
  /** The warnings of the log so far, the oldest first. */
  readonly warnings: readonly LogFacts[]
  /** The other messages of the log so far, the oldest first. */
  readonly notes: readonly string[]
  readonly admin: { name: string; password: string }
  refresh(): Promise<void>
  addMember(name: string, role?: Role): Promise<User>
}

/** A console that runs: a real database, real files, real sockets, and a service that shows the images. */
export async function startConsole(
  change: Partial<Pick<ConsoleOptions, 'recentErrors' | 'checks' | 'limiter' | 'uploads' | 'provider'>> & {
    clock?: () => number
    /** The clocks by which tries and changes are counted. */
    limits?: Pick<MemoryLimiterOptions, 'clock' | 'wallClock'>
    /** Milliseconds from any start, by which waits are kept. */
    now?: () => number
    /** The store has a public service of its own, to which direct links lead. */
    publicStore?: boolean
    /** The administrator's password still counts as generated. */
    generatedPassword?: boolean
    /** The name by which it is opened. */
    host?: string
    /** Where it listens, if that has to be known before; otherwise a free one. */
    port?: number
    /** Programs on this machine say by `X-Forwarded-For` who their client is. */
    isProxied?: boolean
  } = {},
): Promise<ConsoleUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'console-'))
  const clock = change.clock ?? Date.now
  const databasePath = join(directory, 'site.sqlite')
  const database = await createSqliteDatabase({ path: databasePath, clock })
  const files = await createFilesystemBlobStore({ directory: join(directory, 'blobs') })
  const publicService = change.publicStore ? withPublicService(files) : undefined
  const blobs = publicService?.blobs ?? files
  const passwords = createPasswordHasher()
  const credentials = await seedNewSite({ database, passwords, createSha256, clock })
  if (credentials === undefined) throw new Error('a new site has users already')
  if (change.generatedPassword !== true) {
    using rows = new Database(databasePath)
    rows.run('UPDATE users SET password_generated = 0')
  }
  const snapshots = await createSnapshotSource(database, clock)
  const images = serveImages({ database, blobs })
  const links = createImageLinks(images.url)
  const snapshot = () => snapshots.current()
  const site: SitePorts = { database, blobs, passwords, links, createSha256, snapshot, clock }
  const limiter = createMemoryLimiter(change.limits)
  const tries = createMemoryLimiter(change.limits)
  const port = change.port ?? (await freePort())
  const url = `http://${change.host ?? 'localhost'}:${port}`
  const events: { event: SecurityEventName; user?: string | undefined }[] = []
  const warnings: LogFacts[] = []
  const notes: string[] = []
  const service = createConsoleService({
    site,
    urls: { images: images.url, text: 'http://localhost:8081', console: url },
    trustedProxies: createNetworkSet(change.isProxied ? ['127.0.0.0/8', '::1/128'].map(parseCidr) : []),
    lifecycle: { stopping: false },
    log: {
      ...createLog('silent'),
      info: (_facts, note) => void notes.push(note),
      warn: (facts) => void warnings.push(facts),
    },
    checks: change.checks ?? [
      { name: 'database', check: () => database.checkHealth() },
      { name: 'blobs', check: () => blobs.checkHealth() },
    ],
    limiter: change.limiter ?? limiter,
    tries,
    keyLimiter: limiter,
    security: (event, _context, { user } = {}) => void events.push({ event, user }),
    recentErrors: change.recentErrors ?? (() => []),
    ...(change.now && { now: change.now }),
    ...(change.provider && { provider: change.provider }),
    ...(change.uploads && { uploads: change.uploads }),
  })
  const running = serveService(service, {
    hostname: '127.0.0.1',
    port,
    connectionTimeoutSeconds: 30,
    maxBodyBytes: Number.MAX_SAFE_INTEGER,
  })
  return {
    url,
    databasePath,
    site,
    limiter,
    tries,
    events,
    warnings,
    notes,
    admin: { name: credentials.userName, password: credentials.password },
    refresh: () => snapshots.refresh(),
    async addMember(name, role = 'member') {
      const actor = { name: 'test', userId: null, address: 'local' }
      return (await addUser(site, actor, { name, role, password: memberPassword })).user
    },
    async [Symbol.asyncDispose]() {
      await running.stop(0)
      await images.stop()
      await publicService?.stop()
      await limiter.close()
      tries.close()
      await database.close()
      await blobs.close()
      await rm(directory, { recursive: true })
    },
  }
}
