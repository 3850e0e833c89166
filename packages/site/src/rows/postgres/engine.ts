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

/** Time limits of a query or transaction, and of a schema change. */
const limitMs = 6_500
const unhurriedLimitMs = 3_600_000
/** Retries start only within this time, so that no caller waits for ten seconds. */
const repeatWithinMs = 3_000
const pauseMs = 20

/** PostgreSQL over a bounded pool. @param statementLimitMs the server's limit for a statement */
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
          // Wrapped, because `begin` treats an array as queries to wait for.
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
    // PostgreSQL itself verifies each page that it reads, if checksums are on.
    checkIntegrity: async () => {},
    close: () => pool.close(),
  }
}

interface Attempt {
  /** From here on the transaction may have been committed, whatever error follows. */
  committing: boolean
  /** An error of `work`, to rethrow. */
  thrown?: unknown
}

/** Runs and retries. @throws {Failure} STORAGE_FAILED for any error of the driver, once retrying is useless */
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

/** Rows, and the number of changed rows. */
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
 * Whether nothing can have been committed and a retry may succeed. A connection lost during the commit leaves its
 * outcome unknown, so that is never retried.
 */
function isSafeToRepeat(error: unknown, { committing }: Attempt): boolean {
  const cause = error instanceof Failure ? error.cause : error
  return isRolledBackByOthers(cause) || (!committing && isConnectionCut(cause))
}

/** Replaces each `?` of a statement by `$1`, `$2` … */
export const numberPlaceholders = keepStatements((text) => {
  let count = 0
  return text.replaceAll('?', () => `$${++count}`)
})
