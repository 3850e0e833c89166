import { isStorageFailure } from '../../language/failure.ts'
import { storageFailed } from '../../platform/storage-failure.ts'
import { nextTurn } from '../../platform/turns.ts'
import { commitTrustedMs, type SqlEngine, type SqlTransaction } from '../engine.ts'
import { type ChangeCounter, createOwnCounter, openChangeCounter } from './change-counter.ts'
import { checkIntegrity } from './check-integrity.ts'
import { openSqliteConnection, type SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'

/** How long a change waits for another process that is writing to the same file. */
const busyLimitMs = 10_000
const busyPauseMs = 10

/**
 * SQLite in a file: one connection that writes, whose transactions run one after the other and share commits, and one
 * that only reads, and so sees only committed rows.
 * @param options.isShared whether other processes may use the file at the same time
 * @param options.now milliseconds from any start
 * @throws {Error} if the file can't be opened, or not with the promised durability
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
      // Anyone who arrives in this turn of the event loop shares the commit.
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
      // The jobs have the error.
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

  /** After a failed sync a connection can't be trusted: the next change opens a new one. */
  function giveUpWriter(): void {
    writer?.close()
    writer = undefined
  }

  /**
   * Moves the log's pages into the database, so that the next commit starts the log again: otherwise each health check
   * of an idle site would make it longer. It waits for no reader; pages that someone still reads stay.
   */
  function emptyLog(): void {
    if (writer === undefined || writer.inTransaction) return
    try {
      writer.execute('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // The commit that follows tells whether rows can be written.
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

/** Takes the file's write lock, pausing without blocking while another process has it. */
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

/** A transaction that waits for its turn. */
interface Job {
  work: (sql: SqlTransaction) => Promise<unknown>
  /** It changes nothing that the counter counts. */
  addsOnly: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** More in one commit would block the event loop for too long. */
const jobsPerCommit = 64

/**
 * Runs jobs one after the other inside the transaction that is open on `writer`, and commits them with one sync. Each
 * job has its own savepoint, so that a failing job undoes only its own changes. Jobs that arrive meanwhile join. A
 * job's caller hears of success only after the commit; if the commit fails, no job succeeds.
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
      // A commit that failed may still have become visible.
      if (taken.some(({ addsOnly }) => !addsOnly)) changes.increment()
    }
  } catch (error) {
    if (writer.inTransaction) writer.execute('ROLLBACK')
    for (const job of taken) job.reject(storageFailed(error))
    throw error
  }
  for (const answer of answers) answer()
}

/** Runs the job and returns the answer for its caller, given after the commit. */
async function runInSavepoint(writer: SqliteConnection, job: Job): Promise<() => void> {
  writer.execute('SAVEPOINT job')
  try {
    const value = await job.work(transactionOn(writer))
    writer.execute('RELEASE job')
    return () => job.resolve(value)
  } catch (error) {
    // A full disk or a failed write ends the whole transaction, and with it every job in it.
    if (!writer.inTransaction) throw error
    writer.execute('ROLLBACK TO job')
    writer.execute('RELEASE job')
    return () => job.reject(error)
  }
}

function transactionOn({ all, get, run }: SqliteConnection): SqlTransaction {
  return { all, get, run, lock: async () => {}, lockEach: async () => {} }
}
