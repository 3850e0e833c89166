import { requireUploadsLeft } from '@pictoglyph/site/keys/key-restrictions'
import { requireListedUploader } from '@pictoglyph/site/snapshot'
import type { Handler } from '@pictoglyph/web/service'
import type { ImagesServiceOptions } from '../options.ts'
import { createRefusalReport } from '../upload/refusal-report.ts'

export const guestLinkPath = '/drop/link'

/**
 * Tells the page of guests what its link is called, if its guests may know. A link that takes nothing is refused as an
 * upload by it would be.
 */
export function createGuestLinkHandler(
  options: Pick<ImagesServiceOptions, 'site' | 'keyGate' | 'security'>,
): Handler {
  const { site, keyGate } = options
  const reportRefusal = createRefusalReport(options)
  return async (context) => {
    try {
      requireListedUploader(context.address(), site.snapshot())
      const { key } = await keyGate.admit(context.header('authorization'), context.address())
      requireUploadsLeft(key)
      const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
      return Response.json({ ok: true, data: { title: key.isNameShown ? key.name : '' } }, { headers })
    } catch (error) {
      reportRefusal(context, error)
      throw error
    }
  }
}
