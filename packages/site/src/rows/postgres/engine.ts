import type { SQL } from 'bun'
import { Failure } from '../../language/failure.ts'
import { storageFailed } from '../../platform/storage-failure.ts'
import {
  commitTrustedMs,
  keepStatements,
  refuseNul,
  type Sql,
  type SqlEngine,
  type SqlRow,
  type SqlTransaction,
  type SqlValue,
} from '../engine.ts'
import { openPostgresConnections } from './connections.ts'
import { postgresDialect } from './dialect.ts'
import { isConnectionCut, isRolledBackByOthers } from './errors.ts'

/** The time limits of a query or transaction, and of one that changes the schema. */
const limitMs = 6_500
const unhurriedLimitMs = 3_600_000
/** Another attempt begins within this time of the first, so that no caller waits for ten seconds. */
const repeatWithinMs = 3_000
const pauseMs = 20

/** PostgreSQL over a limited number of connections. @param statementLimitMs the server's limit for a statement */
export function openPostgresEngine(url: string, connections: number, statementLimitMs?: number): SqlEngine {
  const pool = openPostgresConnections(url, connections, statementLimitMs)
  let checkedAtMs = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  function write<T>(
    work: (sql: SqlTransaction) => Promise<T>,
    { unhurried = false }: { unhurried?: boolean } = {},
  ): Promise<T> {
    return repeatedly(async (attempt) => {
      const { result } = await pool.withConnection(unhurried ? unhurriedLimitMs : limitMs, (connection) =>
        connection.begin(async (transaction) => {
          const sql = transactionOn(transaction)
          if (unhurried) await liftLimits(sql)
          const result = await work(sql).catch((error: unknown) => {
            attempt.thrown = error
            throw error
          })
          attempt.committing = true
          // Wrapped, because `begin` takes a list for queries to wait for.
          return { result }
        }),
      )
      return result
    })
  }

  function query(text: string, parameters: SqlValue[]): Promise<Answer> {
    return repeatedly(() => pool.withConnection(limitMs, (connection) => ask(connection, text, parameters)))
  }

  async function commitCheck(): Promise<void> {
    const startedAtMs = performance.now()
    await write((sql) => sql.run('UPDATE site_health SET checks = checks + 1'))
    checkedAtMs = startedAtMs
  }

  return {
    dialect: postgresDialect,
    read: sqlOver(query),
    write,
    async checkHealth() {
      if (performance.now() - checkedAtMs < commitTrustedMs) return
      checking ??= commitCheck().finally(() => {
        checking = undefined
      })
      await checking
    },
    // Its server checks each page that it reads, where it was set up with checksums.
    checkIntegrity: async () => {},
    close: () => pool.close(),
  }
}

interface Attempt {
  /** From here on the transaction may have been committed, whatever we hear. */
  committing: boolean
  /** An error of the work itself, for its caller. */
  thrown?: unknown
}

/** @throws {Failure} STORAGE_FAILED for any error of the driver, once it is of no use to try again */
async function repeatedly<T>(run: (attempt: Attempt) => Promise<T>): Promise<T> {
  const startedAtMs = performance.now()
  for (;;) {
    const attempt: Attempt = { committing: false }
    try {
      return await run(attempt)
    } catch (error) {
      const late = performance.now() - startedAtMs > repeatWithinMs
      if (late || !isSafeToRepeat(error, attempt))
        throw error === attempt.thrown ? error : storageFailed(error)
    }
    await Bun.sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** Rows, and how many were changed. */
type Answer = SqlRow[] & { count: number }

async function ask(connection: SQL, text: string, parameters: SqlValue[]): Promise<Answer> {
  refuseNul(parameters)
  return connection.unsafe(numberPlaceholders(text), parameters)
}

function sqlOver(query: (text: string, parameters: SqlValue[]) => Promise<Answer>): Sql {
  return {
    all: (text, ...parameters) => query(text, parameters),
    get: async (text, ...parameters) => (await query(text, parameters))[0],
    run: async (text, ...parameters) => (await query(text, parameters)).count,
  }
}

function transactionOn(transaction: SQL): SqlTransaction {
  const sql = sqlOver(async (text, parameters) => {
    try {
      return await ask(transaction, text, parameters)
    } catch (error) {
      throw storageFailed(error)
    }
  })
  return {
    ...sql,
    async lock(name, mode = 'exclusive') {
      const shared = mode === 'shared' ? '_shared' : ''
      await sql.all(`SELECT pg_advisory_xact_lock${shared}(hashtextextended(?, 0))`, name)
    },
    async lockEach(select, ...parameters) {
      await sql.all(
        `SELECT pg_advisory_xact_lock(hashtextextended(names.name, 0)) FROM (${select}) AS names`,
        ...parameters,
      )
    },
  }
}

async function liftLimits(sql: Sql): Promise<void> {
  await sql.run('SET LOCAL statement_timeout = 0')
  await sql.run('SET LOCAL lock_timeout = 0')
}

/**
 * Whether nothing can have been committed and another attempt may succeed. A connection that is lost while
 * the commit is under way leaves its outcome unknown, so that is never repeated.
 */
function isSafeToRepeat(error: unknown, { committing }: Attempt): boolean {
  const cause = error instanceof Failure ? error.cause : error
  return isRolledBackByOthers(cause) || (!committing && isConnectionCut(cause))
}

/** The statement with `$1`, `$2` … for each `?`. */
export const numberPlaceholders = keepStatements((text) => {
  let count = 0
  return text.replaceAll('?', () => `$${++count}`)
})
