import { pruneAudit } from '@pictoglyph/site/audit/prune-audit'
import { collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import { indexSearches } from '@pictoglyph/site/care/index-searches'
import { createServingSign, servingIntervalMs } from '@pictoglyph/site/care/serving'
import { isFirstPasswordOver } from '@pictoglyph/site/first-start'
import type { KeyUsage } from '@pictoglyph/site/keys/key-gate'
import { describeError, type Log } from '@pictoglyph/web/log'
import { keepReserve } from '../disk-reserve.ts'
import type { OpenSite } from '../open-site.ts'
import { forgetFirstPassword } from './first-credentials-file.ts'
import { createProblemLog } from './stored-problems.ts'

/** Changes must take effect within two seconds. */
const snapshotIntervalMs = 500
const keyUsageIntervalMs = 5_000
const firstPasswordIntervalMs = 2_000
const textRequestsIntervalMs = 60_000
/** Until an image is indexed, a search compares its words directly. */
const indexingIntervalMs = 1_000
const reserveFirstMs = 5_000
const reserveIntervalMs = 60_000
/** Expired images are already invisible; this frees their owners' quota. */
const endingIntervalMs = 60_000
const collectionIntervalMs = 60 * 60 * 1000
/** Early, so that a site which often restarts or runs for half an hour a day collects garbage too. */
const firstCollectionMs = 5 * 60 * 1000
/** Searching for orphans lists every blob: once a day, and in the first collection, as a server may not run a day. */
const collectionsPerOrphanSearch = 24

interface BackgroundWork {
  stop(): void
  /** Writes what is still pending. */
  finish(): Promise<void>
}

/**
 * The server's background work: it reloads changed settings, records the use of keys and the number of text requests,
 * adds images to the search index, and removes data that is no longer needed.
 */
export function startBackgroundWork(options: {
  site: Pick<OpenSite, 'ports' | 'snapshots'>
  keyUsage: KeyUsage
  writeTextRequests: () => Promise<void>
  log: Log
  dataDirectory: string
  /** The SQLite file of the rows, if there is one. */
  databasePath?: string | undefined
}): BackgroundWork {
  const { site, keyUsage, writeTextRequests, log, dataDirectory, databasePath } = options
  const stopping = new AbortController()
  let collections = 0
  let collecting: Promise<void> | undefined
  let indexing: Promise<void> | undefined

  async function collect(): Promise<void> {
    const looksForOrphans = collections % collectionsPerOrphanSearch === 0
    collections += 1
    const collection = await collectGarbage(site.ports, {
      signal: stopping.signal,
      ...(looksForOrphans ? {} : { orphanedForMs: null }),
    })
    if (collection !== undefined && Object.values(collection).some((count) => count > 0)) {
      log.info({ ...collection }, 'collected garbage')
    }
    const auditEntries = await pruneAudit(site.ports, stopping.signal)
    if (auditEntries > 0) log.info({ auditEntries }, 'removed audit entries that had been kept long enough')
  }

  function index(): Promise<void> {
    return indexSearches(site.ports.database.search, {
      signal: stopping.signal,
      report: (progress) => log.info({ ...progress }, 'indexing images for searches'),
    })
  }

  const logProblems = createProblemLog(log)
  logProblems(site.snapshots.current().problems)
  const serving = createServingSign(site.ports.database)
  // A running server never writes the file again.
  const forgetting = repeat(
    log,
    'forget the first password',
    { everyMs: firstPasswordIntervalMs },
    async () => {
      if (!(await forgetFirstPassword(dataDirectory, () => isFirstPasswordOver(site.ports)))) forgetting()
    },
  )
  const endings = [
    forgetting,
    repeat(log, 'say that it serves', { firstMs: 0, everyMs: servingIntervalMs }, serving.renew),
    repeat(log, 'read settings', { everyMs: snapshotIntervalMs }, async () => {
      await site.snapshots.refresh()
      logProblems(site.snapshots.current().problems)
    }),
    repeat(log, 'note key usage', { everyMs: keyUsageIntervalMs }, () => keyUsage.flush()),
    repeat(log, 'count text requests', { everyMs: textRequestsIntervalMs }, writeTextRequests),
    repeat(log, 'index images for searches', { everyMs: indexingIntervalMs }, () => {
      indexing = index()
      return indexing
    }),
    repeat(log, 'collect images that have expired', { everyMs: endingIntervalMs }, async () => {
      const endedImages = await site.ports.database.images.collectExpired(site.ports.clock())
      if (endedImages > 0) log.info({ endedImages }, 'collected images that have expired')
    }),
    repeat(log, 'collect garbage', { firstMs: firstCollectionMs, everyMs: collectionIntervalMs }, () => {
      collecting = collect()
      return collecting
    }),
  ]
  if (databasePath !== undefined) {
    const pace = { firstMs: reserveFirstMs, everyMs: reserveIntervalMs }
    endings.push(repeat(log, 'keep room for a full disk', pace, () => keepReserve(databasePath)))
  }
  const stop = () => {
    for (const end of endings) end()
    stopping.abort()
  }
  return {
    stop,
    async finish() {
      stop()
      // The log has its outcome.
      await collecting?.catch(() => undefined)
      await indexing?.catch(() => undefined)
      await keyUsage.flush()
      await writeTextRequests()
      await serving.end()
    },
  }
}

interface Pace {
  /** Delay of the first run; `everyMs` by default. */
  firstMs?: number
  everyMs: number
}

/**
 * Repeats work, never twice at once. It logs the first of several failures in a row, and the recovery.
 * @returns call it to stop
 */
function repeat(
  log: Log,
  name: string,
  { everyMs, firstMs = everyMs }: Pace,
  work: () => Promise<void>,
): () => void {
  let isRunning = false
  let isFailing = false
  async function round(): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await work()
      if (isFailing) log.info({ work: name }, 'works again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ work: name, error: describeError(error) }, 'background work failed')
      isFailing = true
    } finally {
      isRunning = false
    }
  }
  let timer = setTimeout(() => {
    timer = setInterval(() => void round(), everyMs)
    void round()
  }, firstMs)
  return () => clearTimeout(timer)
}
