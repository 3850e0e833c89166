import {
  type ApiKey,
  acceptUpload,
  Failure,
  type RecordedImage,
  receiveImage,
  requirePermission,
  type SitePorts,
  type UploadRequest,
} from '@pictoglyph/core'
import type { SignedInContext } from '../context/console-context.ts'
import { testImage } from './test-image.ts'

/**
 * Uploads a small picture as a client with this key would, so that its owner sees whether it works: the key's
 * permission, default category and binding count, but not the networks it is bound to.
 * @throws {Failure} whatever such a client would be answered
 */
export async function sendTestImage(context: SignedInContext, key: ApiKey): Promise<RecordedImage> {
  const { site, lifecycle, afterUpload } = context.services
  const startedMs = performance.now()
  const isExpired = key.expiresAtMs !== null && site.clock() >= key.expiresAtMs
  if (key.revokedAtMs !== null || isExpired) throw new Failure({ code: 'UNAUTHORIZED' })
  const holder = { key, user: context.user }
  requirePermission(holder, 'images:upload')
  await using receiver = await receiveImage(site, site.snapshot().policy['upload.maxBytes'])
  await receiver.write(testImage())
  const received = receiver.finish()
  const request: UploadRequest = {
    holder,
    address: context.address,
    categoryId: key.defaultCategoryId ?? (await firstCategory(site, key)),
    albumId: key.binding.albumIds?.[0],
    title: 'Pictoglyph test image',
    description: '',
    idempotency: null,
  }
  const isStopping = () => lifecycle.stopping
  const recorded = await acceptUpload(site, { received, request, isStopping })
  const { sizeBytes } = received
  afterUpload({ requestId: context.requestContext.id, holder, recorded, sizeBytes, startedMs })
  return recorded
}

/** The first category that the key may name. */
async function firstCategory(site: SitePorts, { binding }: ApiKey): Promise<string | undefined> {
  const categories = await site.database.categories.list()
  const isOpen = (id: string) => binding.categoryIds === undefined || binding.categoryIds.includes(id)
  return categories.find(({ enabled, id }) => enabled && isOpen(id))?.id
}
