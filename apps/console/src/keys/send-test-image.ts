import {
  type Address,
  Failure,
  judgeUpload,
  type KeyHolder,
  type RecordedImage,
  receiveImage,
  recordUpload,
  requirePermission,
  type SitePorts,
} from '@pictoglyph/core'
import { testImage } from './test-image.ts'

/**
 * Uploads a small picture as a client with this key would, so that its owner sees whether it works: the key's
 * permission, default category and binding count, but not the networks it is bound to.
 * @throws {Failure} whatever such a client would be answered
 */
export async function sendTestImage(
  site: SitePorts,
  holder: KeyHolder,
  address: Address | undefined,
): Promise<RecordedImage> {
  const { key } = holder
  const isExpired = key.expiresAtMs !== null && site.clock() >= key.expiresAtMs
  if (key.revokedAtMs !== null || isExpired) throw new Failure({ code: 'UNAUTHORIZED' })
  requirePermission(holder, 'images:upload')
  await using receiver = await receiveImage(site, site.snapshot().policy['upload.maxBytes'])
  await receiver.write(testImage())
  const received = receiver.finish()
  const request = {
    holder,
    address,
    categoryId: key.defaultCategoryId ?? (await firstCategory(site)),
    albumId: undefined,
    title: 'Pictoglyph test image',
    description: '',
    idempotency: null,
  }
  const verdict = await judgeUpload(site, received, request)
  if ('problems' in verdict) throw new Failure(verdict.problems[0])
  return await recordUpload(site, { received, accepted: verdict.accepted, request })
}

async function firstCategory(site: SitePorts): Promise<string | undefined> {
  const categories = await site.database.categories.list()
  return categories.find(({ enabled }) => enabled)?.id
}
