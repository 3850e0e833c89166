import { badRequest, type ImageReceiver, type ReceivedImage, sentence } from '@pictoglyph/core'
import { readBoundary } from '@pictoglyph/http/multipart/boundary'
import { MultipartFailure } from '@pictoglyph/http/multipart/failure'
import { type FileSink, readForm } from '@pictoglyph/http/multipart/form'

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
 * @throws {Failure} BAD_REQUEST, TOO_LARGE, STORAGE_FAILED
 */
export async function readUploadForm(options: {
  contentType: string | null
  chunks: AsyncIterable<Uint8Array>
  openReceiver: () => Promise<ImageReceiver>
}): Promise<UploadForm> {
  let receiver: ImageReceiver | undefined
  let received: ReceivedImage | undefined

  async function openFile({ name }: { name: string }): Promise<FileSink> {
    if (name !== 'file' || receiver !== undefined) {
      throw badRequest(sentence('One file at a time, in the field "file".'))
    }
    const opened = await options.openReceiver()
    receiver = opened
    return {
      write: (bytes) => opened.write(bytes),
      end() {
        const file = opened.finish()
        if (file.sizeBytes > 0) received = file
      },
    }
  }

  try {
    const boundary = readBoundary(options.contentType)
    const fields = await readForm(options.chunks, { boundary, fieldNames, openFile })
    return { received, fields: new Map(fields.map(({ name, value }) => [name, value])) }
  } catch (error) {
    if (!(error instanceof MultipartFailure)) throw error
    throw badRequest(sentence('{detail}', { detail: error.message }), error)
  }
}
