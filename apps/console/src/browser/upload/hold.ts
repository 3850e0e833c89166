/** Reasons why files wait, other than their turn. */
export type HoldReason = 'connection' | 'session'

/** Holds files back while none can be sent, and continues on its own. */
interface Hold {
  readonly reason: HoldReason | undefined
  begin(reason: HoldReason): void
  /** Call it after any answer: the next wait for a connection starts short. */
  answered(): void
}

const firstDelayMs = 2_000
const longestDelayMs = 30_000

/** @param isSignedIn whether the same person is signed in again */
export function createHold(options: { isSignedIn: () => Promise<boolean>; goOn: () => void }): Hold {
  let reason: HoldReason | undefined
  let delayMs = firstDelayMs
  let timer: ReturnType<typeof setTimeout> | undefined

  function end(): void {
    clearTimeout(timer)
    reason = undefined
    options.goOn()
  }

  addEventListener('online', () => {
    if (reason === 'connection') end()
  })
  addEventListener('focus', async () => {
    if (reason === 'session' && (await options.isSignedIn())) end()
  })

  return {
    get reason() {
      return reason
    },
    begin(next) {
      if (reason !== undefined) return
      reason = next
      if (next === 'session') return
      timer = setTimeout(end, delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    },
    answered() {
      delayMs = firstDelayMs
    },
  }
}
