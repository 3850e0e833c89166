import { badRequest, type ImageReceiver, message, type ReceivedImage } from '@pictoglyph/core'
import { receiveForm } from '@pictoglyph/http/upload/receive-form'

/** The text fields of an upload; others are ignored. */
const fieldNames = ['csrf', 'categoryId', 'albumId', 'title', 'description'] as const
type FieldName = (typeof fieldNames)[number]

export interface UploadForm {
  /** The file, or `undefined` where none, or an empty one, was sent. */
  received: ReceivedImage | undefined
  fields: Map<FieldName, string>
}

/**
 * Reads the form of an upload as it streams: one part named `file`, and text fields.
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

  async function openReceiver({ name }: { name: string }): Promise<ImageReceiver> {
    if (name !== 'file' || hasFile) throw badRequest(message('One file at a time, in the field "file".'))
    hasFile = true
    return options.openReceiver()
  }

  const { received, fields } = await receiveForm({ contentType, chunks, fieldNames, openReceiver })
  return { received, fields: new Map(fields.map(({ name, value }) => [name, value])) }
}
