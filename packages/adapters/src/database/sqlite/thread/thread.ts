/* The thread that writes: a database of its own, whose methods it calls as it is told. */
import { parentPort, workerData } from 'node:worker_threads'
import { createSqlDatabase } from '../../sql/database.ts'
import { openAndPrepare, type SqlEngine } from '../../sql/engine.ts'
import { migrate } from '../../sql/migrations/migrate.ts'
import { requireNoTransfer } from '../../sql/transfer/transfer-lock.ts'
import { answerCall, type Call, type CallReply, sendError } from '../../store-calls.ts'
import { openSqliteEngine } from '../engine.ts'

const send = (message: CallReply): void => parentPort?.postMessage(message)

try {
  serve(await openAndPrepare(openSqliteEngine(String(workerData)), migrate, requireNoTransfer))
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'unable', error: sendError(error) })
}

function serve(engine: SqlEngine): void {
  const database = createSqlDatabase(engine, Date.now)
  const at = (nowMs: number | null) => (nowMs === null ? database : createSqlDatabase(engine, () => nowMs))
  parentPort?.on('message', (call: Call) => void answerCall(at(call.nowMs), call).then(send))
}
