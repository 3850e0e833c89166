/* A process that reads: a database of its own, whose methods it calls as it is told, until it is killed. */
import os from 'node:os'
import { createSqlDatabase } from '../../sql/database.ts'
import { openReadingEngine } from '../reading-engine.ts'
import { answerCall, type Call, type Message, sendError } from '../thread/messages.ts'

/** Who searches waits for the processor, and not those who upload meanwhile. */
const lowerPriority = 10

const send = (message: Message): void => void process.send?.(message)

// An interrupt of the terminal reaches the whole group: the server ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(0))
os.setPriority(lowerPriority)

try {
  const engine = openReadingEngine(process.argv[2] ?? '')
  const database = createSqlDatabase(engine, Date.now)
  process.on('message', (call: Call) => void answerCall(database, call).then(send))
  send({ kind: 'ready' })
} catch (error) {
  send({ kind: 'unable', error: sendError(error) })
}
