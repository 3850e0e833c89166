import { badRequest, type ImageReceiver, type ReceivedImage, verbatim } from '@pictoglyph/core'
import { readBoundary } from '../multipart/boundary.ts'
import { MultipartFailure } from '../multipart/failure.ts'
import type { FormField } from '../multipart/field-collector.ts'
import { type FileSink, ignored, readForm } from '../multipart/form.ts'
import type { PartHead } from '../multipart/part-head.ts'

/** An upload's form, once all of it has arrived. */
export interface ReceivedForm<Name extends string> {
  /** The file, or `undefined` where none, or an empty one, was sent. */
  received: ReceivedImage | undefined
  /** The named fields in the order sent, doubled ones included. */
  fields: readonly FormField<Name>[]
}

/**
 * Receives the form of an upload as it streams.
 * @param options.openReceiver is called for each file. Whoever opens a receiver disposes of it, whatever happens; a
 * file for which none is opened is read and dropped
 * @throws {Failure} BAD_REQUEST for a body that is no such form; and whatever the body and the receivers throw
 */
export async function receiveForm<Name extends string>(options: {
  contentType: string | null
  chunks: AsyncIterable<Uint8Array>
  fieldNames: readonly Name[]
  openReceiver: (part: PartHead) => Promise<ImageReceiver | undefined>
}): Promise<ReceivedForm<Name>> {
  const { contentType, chunks, fieldNames, openReceiver } = options
  let received: ReceivedImage | undefined

  async function openFile(part: PartHead): Promise<FileSink> {
    const receiver = await openReceiver(part)
    if (receiver === undefined) return ignored
    return {
      write: (bytes) => receiver.write(bytes),
      end() {
        const file = receiver.finish()
        if (file.sizeBytes > 0) received = file
      },
    }
  }

  try {
    const fields = await readForm(chunks, { boundary: readBoundary(contentType), fieldNames, openFile })
    return { received, fields }
  } catch (error) {
    if (!(error instanceof MultipartFailure)) throw error
    throw badRequest(verbatim(error.message), error)
  }
}
