import { isUtf8 } from 'node:buffer'
import { badRequest, type FileReceiver, message } from '@pictoglyph/core'
import { type PartHead, readBoundary } from '../multipart/headers.ts'
import { createMultipartReader, defaultMultipartLimits, type MultipartLimits } from '../multipart/reader.ts'
import type { RequestContext } from '../service.ts'
import { type BodyDeadlines, nextTurn, timedBody } from './timed-body.ts'

/**
 * Reads the form of an upload as it streams: the bytes of its one file, the part `file`, go to `options.file`. Other
 * files, and other fields, are read and dropped.
 * @returns the named fields that came
 * @throws {Failure} BAD_REQUEST for a malformed body, for one that breaks off or takes too long, and for a file or
 * field that is sent twice; and what `options.file` throws
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

/** The size of a request's body, with the file, if its sender announces it. */
export function announcedBytes(context: RequestContext): number | undefined {
  const length = context.header('content-length')
  return length === null ? undefined : Number(length)
}

function sentTwice(name: string) {
  return badRequest(message('The field "{name}" was sent twice.', { name }))
}

/**
 * The body of an upload as it arrives, under its deadlines.
 * @throws {Failure} BAD_REQUEST if there is no body, or it has a Content-Encoding
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

/** A text field of a form, as sent. */
export interface FormField<Name extends string = string> {
  name: Name
  value: string
}

/** Receives the bytes of one part. */
export interface FileSink {
  /** Takes the next bytes; no more are read from the body until it resolves. It must not keep `bytes`. */
  write(bytes: Uint8Array): Promise<void> | void
  /** Called once after the last byte. A sink not ended when `readForm` rejects is its opener's to discard. */
  end(): Promise<void> | void
}

/** For parts that are ignored. */
export const ignored: FileSink = { write() {}, end() {} }

/** Limits on a form's structure and on its text fields; sinks limit the length of files themselves. */
export interface FormLimits extends MultipartLimits {
  /** The value of one field. */
  fieldBytes: number
  /** The values of all fields together. */
  fieldsBytes: number
}

/** The reader's limits, 64 KiB for a field, 256 KiB for all fields together. */
export const defaultFormLimits: FormLimits = {
  ...defaultMultipartLimits,
  fieldBytes: 65_536,
  fieldsBytes: 262_144,
}

/**
 * Reads a whole form from a request's body: collects the named text fields, ignores all others, and streams each file
 * to the sink that `openFile` returns for it, at the pace of that sink. On any failure the body is cancelled.
 *
 * @returns the named fields in the order sent, including repeated ones
 * @throws {Failure} BAD_REQUEST for a malformed form or one over a limit; and what the body and the sinks throw
 */
export async function readForm<Name extends string>(
  body: AsyncIterable<Uint8Array>,
  options: {
    boundary: string
    limits?: FormLimits
    fieldNames: readonly Name[]
    openFile: (part: PartHead) => Promise<FileSink> | FileSink
  },
): Promise<FormField<Name>[]> {
  const limits = options.limits ?? defaultFormLimits
  const reader = createMultipartReader({ boundary: options.boundary, limits })
  const fields = createFieldCollector<Name>(limits)
  let sink: FileSink | undefined

  function openField({ name }: PartHead): FileSink {
    const known = options.fieldNames.find((fieldName) => fieldName === name)
    return known === undefined ? ignored : fields.open(known)
  }

  for await (const chunk of body) {
    for (const event of reader.push(chunk)) {
      switch (event.kind) {
        case 'part':
          sink = event.part.isFile ? await options.openFile(event.part) : openField(event.part)
          break
        case 'data':
          await sink?.write(event.bytes)
          break
        case 'partEnd':
          await sink?.end()
          break
        case 'end':
          break
      }
    }
  }
  reader.finish()
  return fields.collected
}

/** Gathers text fields in memory, within the limits, in the order in which they end. */
function createFieldCollector<Name extends string>({ fieldBytes, fieldsBytes }: FormLimits) {
  const collected: FormField<Name>[] = []
  let collectedBytes = 0

  function open(name: Name): FileSink {
    const gathered = new Bun.ArrayBufferSink()
    let bytesOfThis = 0
    return {
      write(bytes) {
        bytesOfThis += bytes.length
        collectedBytes += bytes.length
        if (bytesOfThis > fieldBytes) {
          const facts = { name, fieldBytes }
          throw badRequest(message('The field "{name}" must not be longer than {fieldBytes} bytes.', facts))
        }
        if (collectedBytes > fieldsBytes) {
          const facts = { fieldsBytes }
          throw badRequest(
            message('The text fields together must not be longer than {fieldsBytes} bytes.', facts),
          )
        }
        gathered.write(bytes)
      },
      end() {
        collected.push({ name, value: readText(name, Buffer.from(gathered.end() as ArrayBuffer)) })
      },
    }
  }

  return { collected, open }
}

/** Wrong bytes are refused, not replaced: a title must come back as it was sent. */
function readText(name: string, bytes: Buffer): string {
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw badRequest(message('The field "{name}" must be UTF-8 without NUL.', { name }))
  }
  return bytes.toString('utf8')
}
