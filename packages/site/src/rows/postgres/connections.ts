import { SQL } from 'bun'
import { withinTime } from '../../language/within-time.ts'
import { type SqlEngine, text } from '../engine.ts'
import { isConnectionLost, PostgresTimeout } from './errors.ts'

/** The server's own time limits in milliseconds, shorter than ours. */
const serverLimits = {
  lock_timeout: '4000',
  idle_in_transaction_session_timeout: '6000',
}

const connectLimitSeconds = 3
/** How long to wait for a free connection. */
const freeLimitMs = 3_000

/** A bounded pool of connections to one PostgreSQL server. */
interface PostgresConnections {
  /**
   * Lends `work` a connection for at most `limitMs`. A connection that was lost, or not returned by then, is closed and
   * replaced.
   * @throws PostgresTimeout
   */
  withConnection<T>(limitMs: number, work: (connection: SQL) => Promise<T>): Promise<T>
  close(): Promise<void>
}

interface Waiting {
  take: (connection: SQL) => void
}

/**
 * Creates a pool of at most `most` connections, opened on demand, with `statementLimitMs` as the time limit of
 * statements. `Bun.SQL`'s own pool shares connections between queries, so it can't tell a silent server from a busy
 * one.
 */
export function openPostgresConnections(
  url: string,
  most: number,
  statementLimitMs = 5_000,
): PostgresConnections {
  const all = new Set<SQL>()
  const idle: SQL[] = []
  const waiting: Waiting[] = []
  let closed = false

  function connect(): SQL {
    const connection = new SQL(url, {
      adapter: 'postgres',
      max: 1,
      connectionTimeout: connectLimitSeconds,
      connection: {
        application_name: 'pictoglyph',
        default_transaction_isolation: 'read committed',
        ...serverLimits,
        statement_timeout: String(statementLimitMs),
      },
    })
    all.add(connection)
    return connection
  }

  function acquire(): Promise<SQL> {
    if (closed) return Promise.reject(new Error('the database is closed'))
    const ready = idle.pop() ?? (all.size < most ? connect() : undefined)
    if (ready) return Promise.resolve(ready)
    return new Promise((resolve, reject) => {
      const one: Waiting = {
        take(connection) {
          clearTimeout(timer)
          resolve(connection)
        },
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(new PostgresTimeout('all connections to PostgreSQL are busy'))
      }, freeLimitMs)
      waiting.push(one)
    })
  }

  function giveBack(connection: SQL): void {
    const next = waiting.shift()
    if (next) next.take(connection)
    else idle.push(connection)
  }

  function discard(connection: SQL): void {
    all.delete(connection)
    void connection.close({ timeout: 0 }).catch(() => {})
    const next = closed ? undefined : waiting.shift()
    if (next) next.take(connect())
  }

  return {
    async withConnection(limitMs, work) {
      const connection = await acquire()
      try {
        const late = () => new PostgresTimeout(`no answer from PostgreSQL in ${limitMs} ms`)
        const result = await withinTime(limitMs, work(connection), late)
        giveBack(connection)
        return result
      } catch (error) {
        if (isConnectionLost(error) || (error instanceof Error && isConnectionLost(error.cause)))
          discard(connection)
        else giveBack(connection)
        throw error
      }
    },
    async close() {
      closed = true
      await Promise.all([...all].map((connection) => connection.close({ timeout: connectLimitSeconds })))
    },
  }
}

/** @throws {Error} if the server does not keep Unicode or durable commits */
export async function requireSettings(engine: SqlEngine): Promise<void> {
  await demand(engine, 'server_encoding', (value) => value === 'UTF8')
  await demand(engine, 'synchronous_commit', (value) => value !== 'off')
}

async function demand(engine: SqlEngine, setting: string, fits: (value: string) => boolean): Promise<void> {
  const row = await engine.read.get(`SELECT current_setting('${setting}') AS value`)
  const value = row ? text(row, 'value') : ''
  if (!fits(value))
    throw new Error(`PostgreSQL's ${setting} is ${value}, with which the site's rows are not safe`)
}
