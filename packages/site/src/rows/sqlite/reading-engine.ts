import type { SqlEngine } from '../engine.ts'
import { openChangeCounter } from './change-counter.ts'
import { checkIntegrity, openSqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'

/** An engine that only reads: another thread or process makes changes. */
export function openReadingEngine(path: string): SqlEngine {
  using opened = new DisposableStack()
  const read = opened.adopt(openSqliteConnection(path, 'read'), (connection) => connection.close())
  const changes = openChangeCounter(path)
  opened.move()
  const refuse = () => Promise.reject(new TypeError('this engine only reads'))
  return {
    dialect: sqliteDialect,
    read,
    changeCount: changes.current,
    write: refuse,
    checkHealth: refuse,
    checkIntegrity: () => checkIntegrity(read),
    close: async () => read.close(),
  }
}
