import {
  type ApiKey,
  Failure,
  requirePermission,
  type SitePorts,
  type UploadOutcome,
  upload,
} from '@pictoglyph/core'
import type { MediaType } from '@pictoglyph/media'
import type { SignedInContext } from '../context/console-context.ts'
import { categoryFor } from './key-configurations.tsx'
import { testImage } from './test-image.ts'

/**
 * Uploads a small picture as a client with this key would, so that its owner sees whether it works: the key's
 * permission, default category and binding count, but not the networks it is bound to.
 * @throws {Failure} whatever such a client would be answered
 */
export async function sendTestImage(context: SignedInContext, key: ApiKey): Promise<UploadOutcome> {
  const { site, lifecycle, afterUpload } = context.services
  const startedMs = performance.now()
  const isExpired = key.expiresAtMs !== null && site.clock() >= key.expiresAtMs
  if (key.revokedAtMs !== null || isExpired) throw new Failure({ code: 'UNAUTHORIZED' })
  const holder = { key, user: context.user }
  requirePermission(holder, 'images:upload')
  const outcome = await upload(site, {
    async readBody(file) {
      await file.write(testImage(typesOf(site, key)))
      const categoryId = key.defaultCategoryId ?? (await firstCategory(site, key))
      const albumId = key.binding.albumIds?.[0]
      return { categoryId, ...(albumId && { albumId }), title: 'Pictoglyph test image' }
    },
    findUploader: async () => holder,
    isStopping: () => lifecycle.stopping,
  })
  afterUpload({ requestId: context.requestContext.id, outcome, startedMs })
  return outcome
}

/** What the key may send of what the policy accepts; all of the key's where that is none, to be told so. */
function typesOf(site: SitePorts, { binding }: ApiKey): readonly MediaType[] {
  const accepted = site.snapshot().policy['upload.types']
  const { types } = binding
  if (types === undefined) return accepted
  const both = types.filter((type) => accepted.includes(type))
  return both.length === 0 ? types : both
}

/** The first category that the key may name. */
async function firstCategory(site: SitePorts, key: ApiKey): Promise<string | undefined> {
  return categoryFor(key, await site.database.categories.list())
}
