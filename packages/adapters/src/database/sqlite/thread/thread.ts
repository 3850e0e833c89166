/* The thread that writes: a database of its own, whose methods it calls as it is told. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SiteDatabase } from '@pictoglyph/core'
import { createSqlDatabase } from '../../sql/database.ts'
import type { SqlEngine } from '../../sql/engine.ts'
import { openAndPrepare } from '../../sql/engine.ts'
import { migrate } from '../../sql/migrations/migrate.ts'
import { requireNoTransfer } from '../../sql/transfer/transfer-lock.ts'
import { openSqliteEngine } from '../engine.ts'
import { type Call, type Message, sendError } from './messages.ts'

type Methods = Readonly<Record<string, (...parameters: readonly unknown[]) => unknown>>

const send = (message: Message): void => parentPort?.postMessage(message)

try {
  serve(await openAndPrepare(openSqliteEngine(String(workerData)), migrate, requireNoTransfer))
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'unable', error: sendError(error) })
}

function serve(engine: SqlEngine): void {
  const database = createSqlDatabase(engine, Date.now)

  async function answer({ id, store, method, parameters, nowMs }: Call): Promise<void> {
    try {
      const source = nowMs === null ? database : createSqlDatabase(engine, () => nowMs)
      const methods = methodsOf(source, store)
      if (methods[method] === undefined) throw new TypeError(`There is no ${store}.${method} to call.`)
      send({ kind: 'done', id, value: await methods[method](...parameters) })
    } catch (error) {
      send({ kind: 'failed', id, error: sendError(error) })
    }
  }

  parentPort?.on('message', (call: Call) => void answer(call))
}

function methodsOf(database: SiteDatabase, store: Call['store']): Methods {
  return (store === 'database' ? database : database[store]) as unknown as Methods
}
