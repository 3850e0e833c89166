import type { ImageFacts } from '@pictoglyph/media'
import type { FailureFacts } from '../failure.ts'
import type { UploadRequest } from './upload-request.ts'

/** What a key's binding has against an upload. */
export function bindingProblems(
  { holder }: Pick<UploadRequest, 'holder'>,
  upload: { categoryId: string; albumId: string | null; facts: ImageFacts | undefined; sizeBytes: number },
): FailureFacts[] {
  const { categoryIds, albumIds, types, maxBytes } = holder.key?.binding ?? {}
  const problems: FailureFacts[] = []
  const refuse = (reason: string) => problems.push({ code: 'KEY_BOUND', reason })
  if (categoryIds !== undefined && upload.categoryId !== '' && !categoryIds.includes(upload.categoryId)) {
    refuse(`it is bound to the categories ${categoryIds.join(', ')}.`)
  }
  if (albumIds !== undefined && (upload.albumId === null || !albumIds.includes(upload.albumId))) {
    refuse(`it is bound to the albums ${albumIds.join(', ')}.`)
  }
  if (types !== undefined && upload.facts !== undefined && !types.includes(upload.facts.type)) {
    refuse(`it is bound to the types ${types.join(', ')}.`)
  }
  if (maxBytes !== undefined && upload.sizeBytes > maxBytes)
    refuse(`it is bound to files of ${maxBytes} bytes.`)
  return problems
}
