import { findOwnImage } from '@pictoglyph/site/images'
import { downloadName } from '@pictoglyph/site/images/file-names'
import type { SignedInContext } from '../context/console-context.ts'
import { idOf } from '../context/page-address.ts'

/** Downloads the file of an own image under a descriptive name. */
export async function downloadImage(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const image = await findOwnImage(site, context.user.id, idOf(context))
  const { file } = image
  const { body } = await site.blobs.open(file.address, { sizeBytes: file.sizeBytes })
  return new Response(body, {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(file.sizeBytes),
      'Content-Disposition': attachment(downloadName(image)),
      'Cache-Control': 'private, no-store',
    },
  })
}

/** The header for a download (RFC 6266); the name is in UTF-8 (RFC 8187). */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename*=UTF-8''${encoded}`
}
