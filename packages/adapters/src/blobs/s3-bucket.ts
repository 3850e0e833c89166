import { S3Refusal } from './s3-refusal.ts'
import type { SendS3Request } from './s3-requests.ts'

/**
 * Asks the store for its bucket. The answer to HEAD has no body, and so no reason: another question brings it.
 * @param options.prefix of the keys that the second question is about
 * @throws what the store says
 */
export async function askForBucket(
  send: SendS3Request,
  { prefix, timeoutMs }: { prefix: string; timeoutMs: number },
): Promise<void> {
  try {
    await send({ method: 'HEAD', timeoutMs })
  } catch (error) {
    if (!(error instanceof S3Refusal)) throw error
    const answer = await send({
      method: 'GET',
      query: { 'list-type': '2', 'max-keys': '1', prefix },
      timeoutMs,
    })
    await answer.text()
    throw error
  }
}
