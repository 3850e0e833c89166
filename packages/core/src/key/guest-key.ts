import { digestText } from '../digest-text.ts'
import { Failure, type FailureFacts } from '../failure.ts'
import { message } from '../message.ts'
import type { ApiKey } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'

/**
 * What stands against an upload with a key whose uploads are used up. The database counts, and decides once more when
 * an upload is recorded.
 */
export function usedUpProblem({
  maxUploads,
  uploads,
}: Pick<ApiKey, 'maxUploads' | 'uploads'>): FailureFacts | undefined {
  return maxUploads !== null && uploads >= maxUploads ? { code: 'KEY_USED_UP', maxUploads } : undefined
}

/** Refuses a key whose uploads are used up, before a body is read. @throws {Failure} KEY_USED_UP */
export function requireUploadsLeft(key: Pick<ApiKey, 'maxUploads' | 'uploads'>): void {
  const problem = usedUpProblem(key)
  if (problem !== undefined) throw new Failure(problem)
}

/** What the database counts an upload of a key by. */
export function countedKey(
  key: Pick<ApiKey, 'id' | 'maxUploads'> | null,
): Pick<ApiKey, 'id' | 'maxUploads'> | null {
  return key && { id: key.id, maxUploads: key.maxUploads }
}

/** Refuses a trial to a quiet key: the verdict would say what is there. @throws {Failure} KEY_BOUND */
export function requireTrialAllowed({ isQuiet }: Pick<ApiKey, 'isQuiet'>): void {
  if (isQuiet) throw new Failure({ code: 'KEY_BOUND', reason: message('it may not try uploads.') })
}

/**
 * What an upload is compared by: the SHA-256 of the bytes as received, lower-case hex. An upload of a quiet key repeats
 * what the same key sent, and nothing else, so that a guest can't find out which images there are by sending them.
 */
export function comparedSha256(
  site: Pick<SitePorts, 'createSha256'>,
  receivedSha256: string,
  key: Pick<ApiKey, 'id' | 'isQuiet'> | null,
): string {
  return key?.isQuiet ? digestText(site, `pictoglyph guest ${key.id} ${receivedSha256}`) : receivedSha256
}

/** What the holder of a key is told of a failure: a guest learns nothing of the account's quota. */
export function failureFor({ isQuiet }: Pick<ApiKey, 'isQuiet'>, error: unknown): unknown {
  const isOfQuota = error instanceof Failure && error.code === 'QUOTA_EXCEEDED'
  if (!isQuiet || !isOfQuota) return error
  return new Failure({ code: 'QUOTA_EXCEEDED', quotaBytes: 0, isForGuest: true }, { cause: error })
}
