import { S3Silence } from './failures.ts'
import type { SendS3Request } from './requests.ts'

/**
 * Limits how long the requests of one operation may wait in silence together. So a store that hangs fails in this
 * time, however many retries remain. Waits that end with an answer, or with bytes that move, do not count.
 * @param limits.onceMs the longest wait of one request, if it is shorter than its own
 */
export function withinSilence(
  send: SendS3Request,
  limits: { inAllMs: number; onceMs?: number },
): SendS3Request {
  let leftMs = limits.inAllMs

  async function counted<T>(step: Promise<T>): Promise<T> {
    try {
      return await step
    } catch (error) {
      if (!(error instanceof S3Silence)) throw error
      leftMs -= error.waitedMs
      throw leftMs > 0 ? error : new S3Silence(limits.inAllMs, true)
    }
  }

  return async (request) => {
    if (leftMs <= 0) throw new S3Silence(limits.inAllMs, true)
    const timeoutMs = Math.min(leftMs, limits.onceMs ?? Number.POSITIVE_INFINITY, request.timeoutMs)
    const betweenMs = request.betweenMs ?? request.timeoutMs
    const answer = await counted(send({ ...request, timeoutMs, betweenMs }))
    return { ...answer, text: () => counted(answer.text()) }
  }
}
