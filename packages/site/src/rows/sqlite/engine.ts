import { isStorageFailure } from '../../language/failure.ts'
import { storageFailed } from '../../platform/storage-failure.ts'
import { nextTurn } from '../../platform/turns.ts'
import { commitTrustedMs, type SqlEngine, type SqlTransaction } from '../engine.ts'
import { type ChangeCounter, createOwnCounter, openChangeCounter } from './change-counter.ts'
import { checkIntegrity, openSqliteConnection, type SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'

/** How long a change waits for another process that writes to the same file. */
const busyLimitMs = 10_000
const busyPauseMs = 10

/**
 * SQLite in a file: one connection writes, in consecutive transactions that share commits, and one only reads, and so
 * sees only committed rows.
 * @param options.isShared whether other processes may use the file at the same time
 * @param options.now milliseconds from any start
 * @throws {Error} if the file can't be opened, or not durably
 */
export function openSqliteEngine(
  path: string,
  { isShared = true, now = () => performance.now() }: { isShared?: boolean; now?: () => number } = {},
): SqlEngine {
  using opened = new DisposableStack()
  let writer: SqliteConnection | undefined = opened.adopt(openSqliteConnection(path, 'write'), close)
  const reader = opened.adopt(openSqliteConnection(path, 'read'), close)
  const changes = isShared ? openChangeCounter(path) : createOwnCounter()
  opened.move()
  const waiting: Job[] = []
  let running: Promise<void> | undefined
  let closed = false
  let committedAtMs = Number.NEGATIVE_INFINITY

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Jobs from the same turn of the event loop share the commit.
      await nextTurn()
      await commitWaiting()
    }
    running = undefined
  }

  async function commitWaiting(): Promise<void> {
    try {
      writer ??= openSqliteConnection(path, 'write')
      await begin(writer)
    } catch (error) {
      for (const job of waiting.splice(0)) job.reject(storageFailed(error))
      return
    }
    try {
      await commitTogether(writer, waiting, changes)
      committedAtMs = now()
    } catch {
      // The jobs already have the error.
      giveUpWriter()
    }
  }

  function write<T>(
    work: Parameters<SqlEngine['write']>[0],
    { addsOnly = false }: Parameters<SqlEngine['write']>[1] = {},
  ): Promise<T> {
    if (closed) return Promise.reject(storageFailed(new Error('the database is closed')))
    return new Promise<T>((resolve, reject) => {
      waiting.push({
        work,
        addsOnly,
        resolve: (value) => resolve(value as T),
        reject(error) {
          if (isStorageFailure(error)) committedAtMs = Number.NEGATIVE_INFINITY
          reject(error)
        },
      })
      running ??= drain()
    })
  }

  /** Closes the writer after a failed sync, when it can't be trusted: the next change opens a new one. */
  function giveUpWriter(): void {
    writer?.close()
    writer = undefined
  }

  /**
   * Moves the log's pages into the database, so that the next commit starts the log from its beginning. Otherwise each
   * health check of an idle site would lengthen it. It does not wait for readers; the pages that they use stay.
   */
  function emptyLog(): void {
    if (writer === undefined || writer.inTransaction) return
    try {
      writer.execute('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // The following commit shows whether rows can be written.
      giveUpWriter()
    }
  }

  return {
    dialect: sqliteDialect,
    read: reader,
    changeCount: changes.current,
    write,
    async checkHealth() {
      if (now() - committedAtMs < commitTrustedMs) return
      emptyLog()
      await write((sql) => sql.run('UPDATE site_health SET checks = checks + 1'))
    },
    checkIntegrity: () => checkIntegrity(reader),
    async close() {
      if (closed) return
      closed = true
      await running
      reader.close()
      writer?.close()
    },
  }
}

function close(connection: SqliteConnection): void {
  connection.close()
}

/** Takes the file's write lock; while another process holds it, waits without blocking. */
async function begin(writer: SqliteConnection): Promise<void> {
  const deadline = performance.now() + busyLimitMs
  for (;;) {
    try {
      writer.execute('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await Bun.sleep(busyPauseMs)
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
}

/** A waiting transaction. */
interface Job {
  work: (sql: SqlTransaction) => Promise<unknown>
  /** It changes nothing that the change counter counts. */
  addsOnly: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A larger commit would block the event loop too long. */
const jobsPerCommit = 64

/**
 * Runs jobs one after another in the open transaction of `writer`, and commits them with one sync. Each job has its own
 * savepoint, so that a failing job undoes only its own changes. Jobs that arrive meanwhile join. Jobs succeed only
 * after the commit; if it fails, none does.
 * @throws the driver's error if the commit failed; then every job was rejected with STORAGE_FAILED
 */
async function commitTogether(
  writer: SqliteConnection,
  waiting: Job[],
  changes: Pick<ChangeCounter, 'increment'>,
): Promise<void> {
  const taken: Job[] = []
  const answers: (() => void)[] = []
  try {
    while (taken.length < jobsPerCommit) {
      const job = waiting.shift()
      if (!job) break
      taken.push(job)
      answers.push(await runInSavepoint(writer, job))
    }
    try {
      writer.execute('COMMIT')
    } finally {
      // Even a failed commit may have become visible.
      if (taken.some(({ addsOnly }) => !addsOnly)) changes.increment()
    }
  } catch (error) {
    if (writer.inTransaction) writer.execute('ROLLBACK')
    for (const job of taken) job.reject(storageFailed(error))
    throw error
  }
  for (const answer of answers) answer()
}

/** Runs the job and returns a function that reports its outcome, to call after the commit. */
async function runInSavepoint(writer: SqliteConnection, job: Job): Promise<() => void> {
  writer.execute('SAVEPOINT job')
  try {
    const value = await job.work(transactionOn(writer))
    writer.execute('RELEASE job')
    return () => job.resolve(value)
  } catch (error) {
    // A full disk or a failed write ends the whole transaction with all its jobs.
    if (!writer.inTransaction) throw error
    writer.execute('ROLLBACK TO job')
    writer.execute('RELEASE job')
    return () => job.reject(error)
  }
}

function transactionOn({ all, get, run }: SqliteConnection): SqlTransaction {
  return { all, get, run, lock: async () => {}, lockEach: async () => {} }
}
