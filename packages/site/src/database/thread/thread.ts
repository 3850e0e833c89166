/* The program of the writer thread: opens its own connection and answers calls. */
import { parentPort, workerData } from 'node:worker_threads'
import { openAndPrepare, type SqlEngine } from '../../rows/engine.ts'
import { migrate } from '../../rows/migrations/migrate.ts'
import { openSqliteEngine } from '../../rows/sqlite/engine.ts'
import { createSqlDatabase } from '../database.ts'
import { answerCall, type Call, type CallReply, sendError } from '../store-calls.ts'
import { requireNoTransfer } from '../transfer/transfer-lock.ts'

const replies: CallReply[] = []
/** Sends all replies of one commit in one message. */
function send(reply: CallReply): void {
  if (replies.push(reply) === 1) queueMicrotask(() => parentPort?.postMessage(replies.splice(0)))
}

try {
  serve(await openAndPrepare(openSqliteEngine(String(workerData)), migrate, requireNoTransfer))
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'unable', error: sendError(error) })
}

function serve(engine: SqlEngine): void {
  const database = createSqlDatabase(engine, Date.now)
  const at = (nowMs: number | null) => (nowMs === null ? database : createSqlDatabase(engine, () => nowMs))
  parentPort?.on('message', (calls: Call[]) => {
    for (const call of calls) void answerCall(at(call.nowMs), call).then(send)
  })
}
