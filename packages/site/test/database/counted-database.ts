import type { CountedDatabase } from '../../conformance/database.ts'
import { createSqlDatabase } from '../../src/database/database.ts'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import type { SqlEngine, SqlReader, SqlTransaction } from '../../src/rows/engine.ts'

/** A database at this URL whose statements are counted. */
export async function openCountedDatabase(url: string, clock: () => number): Promise<CountedDatabase> {
  const { engine, statements } = countStatements(await openSqlEngine(url))
  const database = createSqlDatabase(engine, clock)
  return { database, statements, [Symbol.asyncDispose]: () => database.close() }
}

function countStatements(engine: SqlEngine): { engine: SqlEngine; statements: () => number } {
  let count = 0
  const counted = <Parameters extends unknown[], Result>(method: (...parameters: Parameters) => Result) => {
    return (...parameters: Parameters): Result => {
      count += 1
      return method(...parameters)
    }
  }
  const counting = ({ all, get }: SqlReader): SqlReader => ({ all: counted(all), get: counted(get) })
  const within = (sql: SqlTransaction): SqlTransaction => ({
    ...counting(sql),
    run: counted(sql.run),
    // Without row locks there are no others either.
    ...(engine.dialect.forUpdate === ''
      ? { lock: sql.lock, lockEach: sql.lockEach }
      : { lock: counted(sql.lock), lockEach: counted(sql.lockEach) }),
  })
  return {
    engine: {
      ...engine,
      read: counting(engine.read),
      write: (work, options) => engine.write((sql) => work(within(sql)), options),
    },
    statements: () => count,
  }
}
