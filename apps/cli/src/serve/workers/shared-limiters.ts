import { assertLimit } from '@pictoglyph/limiter/memory'
import { countedKey, type Limiter, type LimitVerdict } from '@pictoglyph/site/access/limiter'
import { Failure } from '@pictoglyph/site/language/failure'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import type { SiteLimiters } from '../open-limiters.ts'
import type { CountName, MainMessage, TakeCall, WorkerMessage } from './messages.ts'

/** The main process has no other work, and answers in well under a millisecond. */
const answerTimeoutMs = 1_000
const retryAfterSeconds = 1

/**
 * The limiters of a worker; the main process counts for all workers. Requests of one event loop turn are sent together.
 * @returns limiters whose `take` throws OVERLOADED if the main process does not answer in time
 */
export function openSharedLimiters(sendToMain: (message: WorkerMessage) => void): SiteLimiters {
  const awaited = new Map<number, (answer: Extract<MainMessage, { kind: 'counted' }>) => void>()
  let requests = 0
  process.on('message', hear)

  function hear(message: MainMessage): void {
    if (message.kind === 'counted') awaited.get(message.request)?.(message)
  }

  async function ask(counts: CountName, takes: readonly TakeCall[]) {
    requests += 1
    const request = requests
    const { promise, resolve, reject } = Promise.withResolvers<Extract<MainMessage, { kind: 'counted' }>>()
    awaited.set(request, resolve)
    const timer = setTimeout(
      () => reject(new Failure({ code: 'OVERLOADED', retryAfterSeconds })),
      answerTimeoutMs,
    )
    try {
      sendToMain({ kind: 'count', request, counts, takes })
      return await promise
    } finally {
      clearTimeout(timer)
      awaited.delete(request)
    }
  }

  function limiterOf(counts: CountName): Limiter {
    let takes: TakeCall[] = []
    let answers: Promise<readonly LimitVerdict[]> | undefined

    async function askForAll(): Promise<readonly LimitVerdict[]> {
      await nextTurn()
      const asked = takes
      takes = []
      answers = undefined
      return (await ask(counts, asked)).verdicts
    }

    return {
      async take(counted, limit, purpose = 'count') {
        assertLimit(limit)
        const place = takes.push([countedKey(counted), limit, purpose]) - 1
        answers ??= askForAll()
        return (await answers)[place]!
      },
      limited: async () => (await ask(counts, [])).limited,
      close() {},
    }
  }

  return {
    text: limiterOf('text'),
    tries: limiterOf('tries'),
    keys: limiterOf('keys'),
    degraded: false,
    async close() {
      process.off('message', hear)
    },
  }
}
