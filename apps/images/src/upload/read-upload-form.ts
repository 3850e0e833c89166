import { badRequest, type ImageReceiver, message, type ReceivedImage } from '@pictoglyph/core'
import type { FormField } from '@pictoglyph/http/multipart/field-collector'
import { receiveForm } from '@pictoglyph/http/upload/receive-form'

/** The text fields of an upload; others are ignored. */
const fieldNames = ['categoryId', 'albumId', 'title', 'description'] as const
type FieldName = (typeof fieldNames)[number]

export interface UploadForm {
  /** The file, or `undefined` where none, or an empty one, was sent. */
  received: ReceivedImage | undefined
  fields: Partial<Record<FieldName, string>>
}

/**
 * Receives the one part named `file` and the known fields; every other part is read and dropped.
 * @param options.openReceiver whoever opens a receiver disposes of it, whatever happens
 * @throws {Failure} BAD_REQUEST, TOO_LARGE, STORAGE_FAILED
 */
export async function readUploadForm(options: {
  contentType: string | null
  chunks: AsyncIterable<Uint8Array>
  openReceiver: () => Promise<ImageReceiver>
}): Promise<UploadForm> {
  const { contentType, chunks } = options
  let hasFile = false

  async function openReceiver({ name }: { name: string }): Promise<ImageReceiver | undefined> {
    if (name !== 'file') return undefined
    if (hasFile) throw badRequest(message('The field "file" was sent twice.'))
    hasFile = true
    return options.openReceiver()
  }

  const { received, fields } = await receiveForm({ contentType, chunks, fieldNames, openReceiver })
  return { received, fields: singleFields(fields) }
}

/** @throws {Failure} BAD_REQUEST for a field sent twice, of which nobody could say which one is meant */
function singleFields(fields: readonly FormField<FieldName>[]): UploadForm['fields'] {
  const single: UploadForm['fields'] = {}
  for (const { name, value } of fields) {
    if (single[name] !== undefined) {
      throw badRequest(message('The field "{name}" was sent twice.', { name }))
    }
    single[name] = value
  }
  return single
}
