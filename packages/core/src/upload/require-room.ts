import { uploadingProblem } from '../account/quota.ts'
import { Failure } from '../failure.ts'
import type { User } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'

/**
 * Refuses what the owner's quota has no room for, before any of it is stored. Of uploads at once the database
 * decides, when they are recorded. What repeats an image takes no room.
 * @param file.receivedSha256 of the bytes as received
 * @param file.sizeBytes what would be kept of them, with its text
 * @throws {Failure} QUOTA_EXCEEDED, STORAGE_FAILED
 */
export async function requireRoom(
  { database, snapshot }: Pick<SitePorts, 'database' | 'snapshot'>,
  { id, quotaBytes }: Pick<User, 'id' | 'quotaBytes'>,
  { receivedSha256, sizeBytes }: { receivedSha256: string; sizeBytes: number },
): Promise<void> {
  if (quotaBytes === null) return
  const used = await database.users.usage(id)
  const problem = uploadingProblem({ quotaBytes, used, addedBytes: sizeBytes })
  if (problem === undefined) return
  const scope = snapshot().policy['upload.dedupScope']
  if ((await database.images.duplicateOf(receivedSha256, id, scope)) !== undefined) return
  throw new Failure(problem)
}
