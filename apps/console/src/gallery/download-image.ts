import { findOwnImage } from '@pictoglyph/site/images'
import { downloadName } from '@pictoglyph/site/images/file-names'
import type { SignedInContext } from '../context/console-context.ts'
import { idOf } from '../context/page-address.ts'

/** An own image's file, to be kept under a name that says what it is. */
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

/** A file to be kept (RFC 6266); the name in UTF-8 as RFC 8187 writes it. */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename*=UTF-8''${encoded}`
}
