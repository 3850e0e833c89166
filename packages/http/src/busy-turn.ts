import { nextTurn } from './next-turn.ts'

/** So many requests in a millisecond and more are handled together; with fewer there is hardly anything to gain. */
const busyRequests = 16

/**
 * Counts a request. While the server is busy, gives the next turn of the event loop (`nextTurn`), for the request to be
 * handled together with others; `undefined` where it is to be handled at once.
 *
 * Not every request waits for a turn, because a connection with a request waiting is closed by the server when
 * anything else arrives on it: a request sent ahead of the answer (pipelining), or the line end that simple clients
 * send behind a body.
 */
export type BusyTurn = () => Promise<void> | undefined

/** @param nowMs as `performance.now` */
export function createBusyTurn(nowMs: () => number = () => performance.now()): BusyTurn {
  let millisecond = 0
  let count = 0
  let isBusy = false
  return () => {
    const now = Math.floor(nowMs())
    if (now !== millisecond) {
      isBusy = now === millisecond + 1 && count >= busyRequests
      millisecond = now
      count = 0
    }
    count++
    return isBusy ? nextTurn() : undefined
  }
}
