/* The program of a reader process: opens its own connection and answers calls until it is killed. */

import { dlopen } from 'bun:ffi'
import os from 'node:os'
import { openReadingEngine } from '../../rows/sqlite/reading-engine.ts'
import { createSqlDatabase } from '../database.ts'
import { answerCall, type Call, type CallReply, sendError } from '../store-calls.ts'

/** Linux: sets the signal for a process whose parent ends. */
const prSetPdeathsig = 1
const sigkill = 9n

/** Uploads get the processor before searches. */
const lowerPriority = 10

const send = (message: CallReply): void => void process.send?.(message)

// Ctrl+C reaches the whole process group, but only the server ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
os.setPriority(Math.max(lowerPriority, os.getPriority()))
endWithServer()

try {
  const engine = openReadingEngine(process.argv[2] ?? '')
  const database = createSqlDatabase(engine, Date.now)
  const at = (nowMs: number | null) => (nowMs === null ? database : createSqlDatabase(engine, () => nowMs))
  process.on('message', (call: Call) => void answerCall(at(call.nowMs), call).then(send))
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'unable', error: sendError(error) })
}

/** Ends this process with the server: a killed server can't end readers in the middle of a long query. */
function endWithServer(): void {
  if (process.platform !== 'linux') return
  try {
    const { symbols } = dlopen('libc.so.6', {
      prctl: { args: ['int', 'u64', 'u64', 'u64', 'u64'], returns: 'int' },
    })
    symbols.prctl(prSetPdeathsig, sigkill, 0n, 0n, 0n)
  } catch {
    // Other C libraries have another name. Then the process ends after its query.
  }
}
