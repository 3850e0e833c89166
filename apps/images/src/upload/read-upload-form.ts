import { badRequest, type ImageReceiver, type ReceivedImage, sentence } from '@pictoglyph/core'
import { readBoundary } from '@pictoglyph/http/multipart/boundary'
import { MultipartFailure } from '@pictoglyph/http/multipart/failure'
import type { FormField } from '@pictoglyph/http/multipart/field-collector'
import { type FileSink, ignored, readForm } from '@pictoglyph/http/multipart/form'
import type { PartHead } from '@pictoglyph/http/multipart/part-head'

/** The text fields of an upload; others are ignored. */
const fieldNames = ['categoryId', 'albumId', 'title', 'description'] as const
type FieldName = (typeof fieldNames)[number]

export interface UploadForm {
  /** The file, or `undefined` where none, or an empty one, was sent. */
  received: ReceivedImage | undefined
  fields: Partial<Record<FieldName, string>>
}

/** Receives the one part named `file` and the known fields; every other part is read and dropped. */
export async function readUploadForm(options: {
  contentType: string | null
  chunks: AsyncIterable<Uint8Array>
  receive: () => Promise<ImageReceiver>
  /** Called with the receiver as soon as there is one, so that the caller disposes of it whatever happens. */
  onReceiver: (receiver: ImageReceiver) => void
}): Promise<UploadForm> {
  let received: ReceivedImage | undefined
  let hasFile = false

  async function openFile(part: PartHead): Promise<FileSink> {
    if (part.name !== 'file') return ignored
    if (hasFile) throw badRequest(sentence('The field "file" was sent twice.'))
    hasFile = true
    const receiver = await options.receive()
    options.onReceiver(receiver)
    return {
      write: (bytes) => receiver.write(bytes),
      end() {
        const file = receiver.finish()
        if (file.sizeBytes > 0) received = file
      },
    }
  }

  try {
    const boundary = readBoundary(options.contentType)
    const fields = await readForm(options.chunks, { boundary, fieldNames, openFile })
    return { received, fields: singleFields(fields) }
  } catch (error) {
    if (error instanceof MultipartFailure) {
      throw badRequest(sentence('{detail}', { detail: error.message }), error)
    }
    throw error
  }
}

/** @throws {Failure} BAD_REQUEST for a field sent twice, of which nobody could say which one is meant */
function singleFields(fields: readonly FormField<FieldName>[]): UploadForm['fields'] {
  const single: UploadForm['fields'] = {}
  for (const { name, value } of fields) {
    if (single[name] !== undefined) {
      throw badRequest(sentence('The field "{name}" was sent twice.', { name }))
    }
    single[name] = value
  }
  return single
}
