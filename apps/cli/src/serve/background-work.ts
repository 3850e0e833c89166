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

/** Changes are promised to be in force within two seconds. */
const snapshotIntervalMs = 500
const keyUsageIntervalMs = 5_000
const firstPasswordIntervalMs = 2_000
const textRequestsIntervalMs = 60_000
/** Until then a search compares what was uploaded with its words. */
const indexingIntervalMs = 1_000
const reserveFirstMs = 5_000
const reserveIntervalMs = 60_000
/** Ended images are already invisible; this gives their room back to their owners. */
const endingIntervalMs = 60_000
const collectionIntervalMs = 60 * 60 * 1000
/** Garbage of a site that is started again each hour, or for half an hour a day, is collected too. */
const firstCollectionMs = 5 * 60 * 1000
/** Looking for orphans lists every blob, so it is done once a day; at first, since a server may live no longer. */
const collectionsPerOrphanSearch = 24

interface BackgroundWork {
  stop(): void
  /** Writes what is still to be written. */
  finish(): Promise<void>
}

/**
 * The server's background work: it checks for changed settings, records the use of keys and the number of text
 * requests, adds images to the search index, and removes what is no longer needed.
 */
export function startBackgroundWork(options: {
  site: Pick<OpenSite, 'ports' | 'snapshots'>
  keyUsage: KeyUsage
  writeTextRequests: () => Promise<void>
  log: Log
  dataDirectory: string
  /** The file of the rows, where SQLite has them. */
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
  // Nothing writes the file once a server runs.
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
      // How it ended is in the log.
      await collecting?.catch(() => undefined)
      await indexing?.catch(() => undefined)
      await keyUsage.flush()
      await writeTextRequests()
      await serving.end()
    },
  }
}

interface Pace {
  /** When it is done first; `everyMs` by default. */
  firstMs?: number
  everyMs: number
}

/**
 * Does the work again and again, never twice at once; a failure is logged when it begins, not every time.
 * @returns what ends it
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
