import { extensionOf, findOwnImage, type Image } from '@pictoglyph/core'
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
      'Content-Disposition': attachment(fileName(image)),
      'Cache-Control': 'private, no-store',
    },
  })
}

const maxNameCharacters = 80

/** The title as a file's name on any system, or the id if there is none. */
export function fileName({ id, title, file }: Pick<Image, 'id' | 'title' | 'file'>): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const name = [...plain].slice(0, maxNameCharacters).join('').trim()
  const ending = extensionOf[file.type]
  const isNamed = name.toLowerCase().endsWith(`.${ending}`)
  if (name === '') return `${id}.${ending}`
  return isNamed ? name : `${name}.${ending}`
}

/** A file to be kept (RFC 6266); the name in UTF-8 as RFC 8187 writes it. */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename*=UTF-8''${encoded}`
}
