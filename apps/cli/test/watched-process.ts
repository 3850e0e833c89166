/* A process with a watchdog that is quick. It answers each line that it is sent, and holds its loop if told to. */
import { startWatchdog } from '../src/serve/watchdog/watchdog.ts'
import { createWorkBoard } from '../src/serve/watchdog/work-board.ts'

const board = createWorkBoard()
using _watchdog = startWatchdog(board, { worker: 7 }, { lookEveryMs: 50, looks: 40, linePrefix: '<3>' })
board.end(board.begin('text GET /answered'))
board.begin('console POST /one')
board.begin('console POST /two')
// However many come and go, what is in work is told.
for (let count = 0; count < 100; count++) board.end(board.begin('images GET /short'))
console.log('ready')
for await (const line of console) {
  while (line === 'hold');
  console.log(line)
}
