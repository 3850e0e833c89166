import { badRequest, type FileReceiver, message } from '@pictoglyph/core'
import { type FileSink, ignored, readForm } from '../multipart/form.ts'
import { type PartHead, readBoundary } from '../multipart/headers.ts'
import type { RequestContext } from '../service.ts'
import { type BodyDeadlines, nextTurn, timedBody } from './timed-body.ts'

/**
 * Reads the form of an upload as it streams: the bytes of its one file, the part `file`, go to `options.file`. Other
 * files, and fields that are not named, are read and dropped.
 * @returns the named fields that came
 * @throws {Failure} BAD_REQUEST for a body that is no such form, breaks off or takes too long, and for a file or
 * field sent twice, of which nobody could say which one is meant; and what `options.file` throws
 */
export async function readUploadForm<Name extends string>(
  context: RequestContext,
  options: { deadlines: BodyDeadlines; fieldNames: readonly Name[]; file: Pick<FileReceiver, 'write'> },
): Promise<Partial<Record<Name, string>>> {
  const { deadlines, fieldNames, file } = options
  let hasFile = false

  function openFile({ name }: PartHead): FileSink {
    if (name !== 'file') return ignored
    if (hasFile) throw sentTwice(name)
    hasFile = true
    return { write: (bytes) => file.write(bytes), end() {} }
  }

  const chunks = await uploadBody(context, deadlines)
  const boundary = readBoundary(context.header('content-type'))
  const fields: Partial<Record<Name, string>> = {}
  for (const { name, value } of await readForm(chunks, { boundary, fieldNames, openFile })) {
    if (fields[name] !== undefined) throw sentTwice(name)
    fields[name] = value
  }
  return fields
}

/** How long the body of a request is, file and all, where its sender says so. */
export function announcedBytes(context: RequestContext): number | undefined {
  const length = context.header('content-length')
  return length === null ? undefined : Number(length)
}

function sentTwice(name: string) {
  return badRequest(message('The field "{name}" was sent twice.', { name }))
}

/**
 * The body of an upload as it arrives, under its deadlines.
 * @throws {Failure} BAD_REQUEST where there is no body, or one with a Content-Encoding
 */
export async function uploadBody(
  context: RequestContext,
  deadlines: BodyDeadlines,
): Promise<AsyncGenerator<Uint8Array, void>> {
  const encoding = context.header('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw badRequest(message('The body must be sent without a Content-Encoding.'))
  }
  await nextTurn()
  // Asked for only now: a stream that is there before its bytes costs the engine more than bytes that wait for one.
  const { body } = context.request
  if (body === null) throw badRequest(message('The request has no body.'))
  return timedBody(body, deadlines)
}
