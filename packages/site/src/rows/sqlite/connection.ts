import { Database, type Statement } from 'bun:sqlite'
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { storageFailed } from '../../platform/storage-failure.ts'
import { keepStatements, refuseNul, type Sql, type SqlRow, type SqlValue, text } from '../engine.ts'

/** One connection with the settings for durability, and a bounded cache of prepared statements. */
export interface SqliteConnection extends Sql {
  /** Runs a statement without parameters and rows. Throws the driver's error. */
  execute(statement: string): void
  readonly inTransaction: boolean
  close(): void
}

/**
 * Page cache of a connection, in KiB. The writing one is smaller: after a page split, SQLite scans all of it at the
 * next commit, which costs more than reading some pages again.
 */
const cacheKib = { read: 16_384, write: 2_048 }
/**
 * Checkpoint after this many pages of 4 kB. With a million images each upload changes pages all over the file. The more
 * uploads share a checkpoint, the more of these pages they share.
 */
const checkpointPages = 8_000
/** With little free space, the log stays small, or deleting images could fill the disk. */
const tightDisk = { belowBytes: 64 * 1024 * 1024, checkpointPages: 250 }

/** Other processes open, recover or close the file within this time. */
const openingLimitMs = 5_000

/**
 * The placeholder for parameters. With a bare `?`, SQLite plans a join again at each binding (10 of the 13 µs for
 * reading an image). Within an expression, it plans only once.
 */
const replannedNever = '+?'

/**
 * Opens a connection in WAL mode with `synchronous=FULL`: with less, a power cut loses committed rows.
 * @throws {Error} if the file system supports neither (then nothing is durable)
 */
export function openSqliteConnection(path: string, access: 'write' | 'read'): SqliteConnection {
  const database = new Database(
    path,
    access === 'write' ? { create: true, strict: true } : { readonly: true },
  )
  try {
    configure(database, access, pagesBeforeCheckpoint(path))
  } catch (error) {
    database.close()
    throw error
  }
  return connect(database)
}

function configure(database: Database, access: 'write' | 'read', logPages: number): void {
  database.run(`PRAGMA busy_timeout = ${openingLimitMs}`)
  if (access === 'write') database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  database.run('PRAGMA foreign_keys = ON')
  database.run('PRAGMA trusted_schema = OFF')
  // Otherwise the undo data of savepoints would be a file, created and deleted by each upload.
  database.run('PRAGMA temp_store = MEMORY')
  database.run(`PRAGMA cache_size = -${cacheKib[access]}`)
  database.run(`PRAGMA wal_autocheckpoint = ${logPages}`)
  demand(database, 'journal_mode', 'wal')
  demand(database, 'synchronous', 2)
  demand(database, 'foreign_keys', 1)
  // The writer waits for other processes without blocking this one (`sqlite/engine.ts`). A reader meets a locked file
  // only while another process recovers or closes it.
  if (access === 'write') database.run('PRAGMA busy_timeout = 50')
}

function pagesBeforeCheckpoint(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize < tightDisk.belowBytes ? tightDisk.checkpointPages : checkpointPages
}

function demand(database: Database, pragma: string, wanted: string | number): void {
  const row = database.query<Record<string, unknown>, []>(`PRAGMA ${pragma}`).get()
  if (row?.[pragma] === wanted) return
  throw new Error(`SQLite's ${pragma} is ${String(row?.[pragma])} where it must be ${wanted}`)
}

function connect(database: Database): SqliteConnection {
  const prepared = keepStatements(
    (text) => database.prepare<SqlRow, SqlValue[]>(text.replaceAll('?', replannedNever)),
    (made) => made.finalize(),
  )

  function statement(text: string, parameters: SqlValue[]): Statement<SqlRow, SqlValue[]> {
    refuseNul(parameters)
    return prepared(text)
  }

  return {
    async all(text, ...parameters) {
      try {
        return statement(text, parameters).all(...parameters)
      } catch (error) {
        throw storageFailed(error)
      }
    },
    async get(text, ...parameters) {
      try {
        return statement(text, parameters).get(...parameters) ?? undefined
      } catch (error) {
        throw storageFailed(error)
      }
    },
    async run(text, ...parameters) {
      try {
        return statement(text, parameters).run(...parameters).changes
      } catch (error) {
        throw storageFailed(error)
      }
    },
    execute(text) {
      statement(text, []).run()
    },
    get inTransaction() {
      return database.inTransaction
    },
    close() {
      database.close(true)
    },
  }
}

/** Checks each page and each index. @throws {Failure} STORAGE_FAILED */
export async function checkIntegrity(read: Sql): Promise<void> {
  const found = await read.get('PRAGMA integrity_check(1)')
  const verdict = found === undefined ? 'SQLite does not say of what it is' : text(found, 'integrity_check')
  if (verdict !== 'ok') throw storageFailed(new Error(`The database is damaged: ${verdict}`))
}
