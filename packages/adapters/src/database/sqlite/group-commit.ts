import { storageFailed } from '../../storage-failure.ts'
import type { SqlTransaction } from '../sql/engine.ts'
import type { ChangeCounter } from './change-counter.ts'
import type { SqliteConnection } from './connection.ts'

/** A transaction that waits for its turn. */
export interface Job {
  work: (sql: SqlTransaction) => Promise<unknown>
  /** It changes nothing that the counter counts. */
  addsOnly: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** More than this in one commit would keep the event loop for too long. */
const jobsPerCommit = 64

/**
 * Runs jobs one after the other inside the transaction that is open on `writer`, each in a savepoint of its
 * own so that one that fails takes back only what it did, and commits them with one sync. Jobs that arrive
 * meanwhile join. No job hears of its success before the commit; when the commit fails, none does.
 * @throws the driver's error if the commit failed; then every job was rejected with STORAGE_FAILED
 */
export async function commitTogether(
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

/** Runs the job and gives back what to tell its caller once everything is committed. */
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
  return { all, get, run, lock: async () => {} }
}
