import { afterAll } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { seedNewSite } from '@pictoglyph/site/first-start'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import type { PolicyKey } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { createSnapshotSource } from '@pictoglyph/site/snapshot'
import {
  createDerivationPool,
  createTextService,
  nativeScrypt,
  openPackingPool,
  type PackingPool,
  type TextServiceOptions,
} from '@pictoglyph/text'
import { createLog } from '@pictoglyph/web/log'
import { serveService } from '@pictoglyph/web/serve-service'
import type { HttpService } from '@pictoglyph/web/service'

/** A new site with the text service on a port of its own, with settings in SQLite in a temporary folder. */
export interface TextSite extends AsyncDisposable {
  /** Base address, without a final slash. */
  readonly url: string
  readonly port: number
  readonly service: HttpService
  readonly ports: Pick<SitePorts, 'database' | 'clock'>
  /** Sets a policy, which is in force when this resolves. */
  setPolicy(key: PolicyKey, value: string): Promise<void>
  /** Changes settings, which are in force when this resolves. */
  change(work: (ports: TextSite['ports']) => Promise<unknown>): Promise<void>
  /** Posts JSON, as another client if an address is given. */
  post(path: string, body: unknown, from?: string): Promise<Response>
}

export type TextSiteOptions = Partial<
  Pick<
    TextServiceOptions,
    | 'derivations'
    | 'packing'
    | 'random'
    | 'onAnswer'
    | 'onFailure'
    | 'checks'
    | 'lifecycle'
    | 'bodies'
    | 'clock'
    | 'limiter'
  >
>

let packingOfAll: Promise<PackingPool> | undefined

/** The pool for all sites of a test file without one of their own. */
function sharedPacking(): Promise<PackingPool> {
  packingOfAll ??= openPackingPool({ maxWaiting: 16 })
  return packingOfAll
}
afterAll(async () => {
  const open = packingOfAll
  packingOfAll = undefined
  await (await open)?.close()
})

/** Clients come through a trusted proxy, so that a test can be many of them. The limit is off. */
export async function openTextSite(options: TextSiteOptions = {}): Promise<TextSite> {
  await using opened = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-text-'))
  opened.defer(() => rm(directory, { recursive: true, force: true }))
  const clock = Date.now
  const database = await createSqliteDatabase({ path: join(directory, 'site.db') })
  opened.defer(() => database.close())
  const ports = { database, clock }
  const passwords = { hash: async () => '', verify: async () => false }
  await seedNewSite({ ...ports, passwords, createSha256 })
  await setPolicy(ports, commandActor, 'text.requestsPerMinute', '0')
  const snapshots = await createSnapshotSource(database, clock)
  const wallClock = options.clock
  const limiter = createMemoryLimiter(wallClock && { clock: wallClock, wallClock })
  opened.defer(() => limiter.close())

  const packing = options.packing ?? (await sharedPacking())
  if (options.packing !== undefined) opened.defer(() => packing.close())
  const service = createTextService({
    snapshot: snapshots.current,
    limiter,
    trustedProxies: createNetworkSet([parseCidr('127.0.0.0/8')]),
    clock,
    log: createLog('silent'),
    derivations: createDerivationPool({
      concurrency: 2,
      maxWaiting: 16,
      memoryBytes: 2 ** 30,
      scrypt: nativeScrypt,
    }),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    lifecycle: { stopping: false },
    baseUrl: 'http://text.example',
    ...options,
    packing,
  })
  const running = serveService(service, {
    hostname: '127.0.0.1',
    port: 0,
    connectionTimeoutSeconds: 30,
    maxBodyBytes: Number.MAX_SAFE_INTEGER,
  })
  opened.defer(() => running.stop(0))
  const url = running.url.replace(/\/$/, '')
  const held = opened.move()

  return {
    url,
    port: running.port,
    service,
    ports,
    async setPolicy(key, value) {
      await setPolicy(ports, commandActor, key, value, { onRisk: () => {} })
      await snapshots.refresh()
    },
    async change(work) {
      await work(ports)
      await snapshots.refresh()
    },
    post(path, body, from) {
      const headers = { 'Content-Type': 'application/json', ...(from && { 'X-Forwarded-For': from }) }
      return fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}
