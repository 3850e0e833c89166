/** The thread beside the event loop; `watchdog.ts` starts it. */
import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { WatchdogOrder } from './watchdog.ts'
import { readWorkBoard } from './work-board.ts'

/** A standard error that nobody reads does not keep the process alive. */
const writtenWithinMs = 1_000

const { memory, lookEveryMs, looks, everyLine, linePrefix }: WatchdogOrder = workerData
const board = readWorkBoard(memory)
let beats = board.beats()
let looksWithoutBeat = 0

/*
 * What is counted are looks, not time: while a machine sleeps, or the process is stopped by a signal, this thread looks
 * as little as the event loop beats, so that waking up is no standstill.
 */
setInterval(() => {
  const seen = board.beats()
  looksWithoutBeat = seen === beats ? looksWithoutBeat + 1 : 0
  beats = seen
  if (looksWithoutBeat === looks) endProcess()
}, lookEveryMs)

function endProcess(): void {
  const line = {
    level: 'error',
    time: new Date().toISOString(),
    ...everyLine,
    stillMs: looks * lookEveryMs,
    ...board.requests(),
    msg: 'the process ends: its event loop stands still',
  }
  const kill = () => process.kill(process.pid, 'SIGKILL')
  write(2, `${linePrefix}${JSON.stringify(line)}\n`, kill)
  setTimeout(kill, writtenWithinMs)
}
