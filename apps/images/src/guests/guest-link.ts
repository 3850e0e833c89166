import { requireUploadsLeft } from '@pictoglyph/site/keys/key-restrictions'
import type { Handler } from '@pictoglyph/web/service'
import type { ImagesServiceOptions } from '../options.ts'
import { createKeyAdmission } from '../upload/key-admission.ts'

export const guestLinkPath = '/drop/link'

/**
 * Creates the handler that returns a link's name, if guests may see it. A link that accepts nothing gets the same
 * refusal as an upload by it.
 */
export function createGuestLinkHandler(
  options: Pick<ImagesServiceOptions, 'site' | 'keyGate' | 'security'>,
): Handler {
  const keys = createKeyAdmission(options)
  return async (context) => {
    const { key } = await keys.admit(context)
    requireUploadsLeft(key)
    const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
    return Response.json({ ok: true, data: { title: key.isNameShown ? key.name : '' } }, { headers })
  }
}
