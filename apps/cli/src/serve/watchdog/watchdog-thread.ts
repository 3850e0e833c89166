/** The thread that watches the event loop; `watchdog.ts` starts it. */
import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { createStandstill, type Silence } from './standstill.ts'
import { loopThread, threadTimes } from './thread-times.ts'
import type { WatchdogOrder } from './watchdog.ts'
import { readWorkBoard } from './work-board.ts'

/** An unread standard error does not keep the process alive. */
const writtenWithinMs = 1_000

const { memory, bounds, everyLine, linePrefix }: WatchdogOrder = workerData
const board = readWorkBoard(memory)
const standstill = createStandstill(bounds)

const looking = setInterval(() => {
  const silence = standstill(board.signs(), threadTimes(loopThread))
  if (silence === undefined) return
  clearInterval(looking)
  endProcess(silence)
}, bounds.lookEveryMs)

function endProcess(silence: Silence): void {
  const line = {
    level: 'error',
    time: new Date().toISOString(),
    ...everyLine,
    ...silence,
    ...board.requests(),
    msg: 'the process ends: its event loop stands still',
  }
  const kill = () => process.kill(process.pid, 'SIGKILL')
  write(2, `${linePrefix}${JSON.stringify(line)}\n`, kill)
  setTimeout(kill, writtenWithinMs)
}
