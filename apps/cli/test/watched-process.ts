/* A process with a watchdog that is quick. It does with its loop what each line that it is sent says, and answers it. */
import { readFileSync } from 'node:fs'
import { startWatchdog } from '../src/serve/watchdog/watchdog.ts'
import { createWorkBoard } from '../src/serve/watchdog/work-board.ts'

const processorMs = 1_000
const board = createWorkBoard()
using _watchdog = startWatchdog(
  board,
  { worker: 7 },
  { lookEveryMs: 50, processorMs, clockMs: 5_000, linePrefix: '<3>' },
)

/** Requests come and are answered, so fast that no timer has its turn. */
function serveOnly(): void {
  const usedMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000
  const untilMs = usedMs() + 3 * processorMs
  while (usedMs() < untilMs) board.end(board.begin('text GET /burst'))
}

const [fifo = ''] = process.argv.slice(2)
board.end(board.begin('text GET /answered'))
board.begin('console POST /one')
board.begin('console POST /two')
// However many come and go, what is in work is told.
for (let count = 0; count < 100; count++) board.end(board.begin('images GET /short'))
console.log('ready')
for await (const line of console) {
  if (line === 'serve') serveOnly()
  if (line === 'rest') Bun.sleepSync(3 * processorMs)
  if (line === 'block') readFileSync(fifo)
  while (line === 'hold');
  console.log(line)
}
