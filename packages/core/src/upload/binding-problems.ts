import type { ImageFacts } from '@pictoglyph/media'
import type { FailureFacts } from '../failure.ts'
import { type Message, message } from '../message.ts'
import type { UploadRequest } from './upload-request.ts'

/** What a key's binding has against an upload. */
export function bindingProblems(
  { holder }: Pick<UploadRequest, 'holder'>,
  upload: { categoryId: string; albumId: string | null; facts: ImageFacts | undefined; sizeBytes: number },
): FailureFacts[] {
  const { categoryIds, albumIds, types, maxBytes } = holder.key?.binding ?? {}
  const problems: FailureFacts[] = []
  const refuse = (reason: Message) => problems.push({ code: 'KEY_BOUND', reason })
  if (categoryIds !== undefined && upload.categoryId !== '' && !categoryIds.includes(upload.categoryId)) {
    refuse(message('it is bound to the categories {categories}.', { categories: categoryIds.join(', ') }))
  }
  if (albumIds !== undefined && (upload.albumId === null || !albumIds.includes(upload.albumId))) {
    refuse(message('it is bound to the albums {albums}.', { albums: albumIds.join(', ') }))
  }
  if (types !== undefined && upload.facts !== undefined && !types.includes(upload.facts.type)) {
    refuse(message('it is bound to the types {types}.', { types: types.join(', ') }))
  }
  if (maxBytes !== undefined && upload.sizeBytes > maxBytes)
    refuse(message('it is bound to files of {maxBytes} bytes.', { maxBytes }))
  return problems
}
