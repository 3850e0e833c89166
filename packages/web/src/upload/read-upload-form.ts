import { isUtf8 } from 'node:buffer'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import type { FileSource } from '@pictoglyph/site/upload/incoming'
import { type PartHead, readBoundary } from '../multipart/headers.ts'
import { createMultipartReader, defaultMultipartLimits, type MultipartLimits } from '../multipart/reader.ts'
import type { RequestContext } from '../request-context.ts'
import { type BodyDeadlines, type BodyPace, timedBody } from './timed-body.ts'

/**
 * Reads the form of an upload as it streams. The bytes of its file, the part `file`, go to `options.file`. Other fields
 * and files are read and dropped, also an empty second `file`, which browsers send.
 * @returns the named fields that came
 * @throws {Failure} BAD_REQUEST for a malformed body, for one that breaks off or takes too long, and for a file or
 * field that is sent twice; and errors of `options.file`
 */
export async function readUploadForm<Name extends string>(
  context: RequestContext,
  options: {
    deadlines: BodyDeadlines
    pace?: BodyPace
    fieldNames: readonly Name[]
    file: FileSource
    /** Called with the name of a dropped text field; it may throw to refuse the form. */
    onUnknown?: (name: string) => void
  },
): Promise<Partial<Record<Name, string>>> {
  const { deadlines, pace, fieldNames, file, onUnknown } = options
  let taken: FileSink | undefined

  function openFile({ name, fileName, isFile }: PartHead): FileSink {
    if (name !== 'file') {
      if (isFile) file.noteInstead({ kind: 'otherName', name })
      else onUnknown?.(name)
      return ignored
    }
    if (!isFile) file.noteInstead({ kind: 'text' })
    const sink: FileSink = {
      write(bytes) {
        if (!isFile) return undefined
        if (taken === undefined && fileName !== undefined) file.noteName(fileName)
        taken ??= sink
        if (taken !== sink) throw sentTwice(name)
        return file.write(bytes)
      },
      end() {
        if (isFile) file.noteInstead({ kind: 'empty' })
      },
    }
    return sink
  }

  const chunks = await uploadBody(context, deadlines, pace)
  const boundary = readBoundary(context.header('content-type'))
  const fields: Partial<Record<Name, string>> = {}
  for (const { name, value } of await readForm(chunks, { boundary, fieldNames, openFile })) {
    if (fields[name] !== undefined) throw sentTwice(name)
    fields[name] = value
  }
  return fields
}

/** The announced size of a request's whole body, if any. */
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
  pace?: BodyPace,
): Promise<AsyncGenerator<Uint8Array, void>> {
  const encoding = context.header('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw badRequest(message('The body must be sent without a Content-Encoding.'))
  }
  await nextTurn()
  // Open the stream late: Bun is faster when bytes are already buffered.
  const { body } = context.request
  if (body === null) throw badRequest(message('The request has no body.'))
  return timedBody(body, deadlines, 'upload', pace)
}

/** A text field of a form, as sent. */
interface FormField<Name extends string = string> {
  name: Name
  value: string
}

/** Receives the bytes of one part. */
export interface FileSink {
  /** Takes the next bytes; no more are read from the body until it resolves. It must not keep `bytes`. */
  write(bytes: Uint8Array): Promise<void> | void
  /** Called once after the last byte. If `readForm` rejects first, the opener discards the sink. */
  end(): Promise<void> | void
}

/** Drops its bytes, for parts that are ignored. */
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
 * Reads a whole form from a request's body. It collects the named fields, whatever their type or file name, and streams
 * every other part to the sink from `openFile`, at the pace of that sink.
 *
 * @returns the named fields in the order sent, including repeated ones
 * @throws {Failure} BAD_REQUEST for a malformed form or one over a limit; and errors of the body and the sinks
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

  function openPart(part: PartHead): Promise<FileSink> | FileSink {
    if (part.name === charsetField) return fields.openCharset()
    const known = options.fieldNames.find((fieldName) => fieldName === part.name)
    return known === undefined ? options.openFile(part) : fields.open(known, part)
  }

  for await (const chunk of body) {
    for (const event of reader.push(chunk)) {
      switch (event.kind) {
        case 'part':
          sink = await openPart(event.part)
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
  return fields.collected()
}

/** The field that sets the encoding of fields without one (RFC 7578 section 4.6). */
const charsetField = '_charset_'

/** Collects text fields in memory, within the limits, in the order in which they end. */
function createFieldCollector<Name extends string>({ fieldBytes, fieldsBytes }: FormLimits) {
  const gathered: { name: Name; bytes: Buffer; decode: Decode | undefined; isJson: boolean }[] = []
  let charsetOfForm: Decode | undefined
  let gatheredBytes = 0

  function openText(name: string, onEnd: (bytes: Buffer) => void): FileSink {
    const text = new Bun.ArrayBufferSink()
    let bytesOfThis = 0
    return {
      write(bytes) {
        bytesOfThis += bytes.length
        gatheredBytes += bytes.length
        if (bytesOfThis > fieldBytes) {
          const facts = { name, fieldBytes }
          throw badRequest(message('The field "{name}" must not be longer than {fieldBytes} bytes.', facts))
        }
        if (gatheredBytes > fieldsBytes) {
          const facts = { fieldsBytes }
          throw badRequest(
            message('The text fields together must not be longer than {fieldsBytes} bytes.', facts),
          )
        }
        text.write(bytes)
      },
      end: () => onEnd(Buffer.from(text.end() as ArrayBuffer)),
    }
  }

  return {
    open(name: Name, { charset, isJson }: PartHead): FileSink {
      const decode = charset === undefined ? undefined : decoderOf(name, charset)
      return openText(name, (bytes) => gathered.push({ name, bytes, decode, isJson }))
    },
    openCharset: (): FileSink =>
      openText(charsetField, (bytes) => {
        const charset = bytes.toString('latin1').trim().toLowerCase()
        charsetOfForm = charset === '' ? undefined : decoderOf(charsetField, charset)
      }),
    collected(): FormField<Name>[] {
      return gathered.flatMap(({ name, bytes, decode, isJson }) => {
        const text = readText(name, bytes, decode ?? ((all) => decodeUtf8(all) ?? charsetOfForm?.(all)))
        const value = isJson ? fromJson(text) : text
        return value === null ? [] : [{ name, value }]
      })
    },
  }
}

/** The value of a JSON part, for libraries that send every field so: a string, or `null`. */
function fromJson(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' || value === null ? value : text
  } catch {
    return text
  }
}

type Decode = (bytes: Buffer) => string | undefined

const decodeUtf8: Decode = (bytes) => (isUtf8(bytes) ? bytes.toString('utf8') : undefined)

/** Labels that the Encoding Standard lacks, or maps to a larger encoding. */
const otherCharsets: Readonly<Record<string, string>> = {
  '': 'utf-8',
  ascii: 'utf-8',
  'us-ascii': 'utf-8',
  utf_8: 'utf-8',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
}

/** The decoder for an encoding label of the Encoding Standard. @throws {Failure} BAD_REQUEST */
function decoderOf(name: string, charset: string): Decode {
  const given = charset.replace(/['"\s]/g, '')
  const label = otherCharsets[given] ?? given
  if (label === 'utf-8' || label === 'utf8') return decodeUtf8
  const decoder = textDecoder(label)
  if (decoder === undefined) {
    throw badRequest(
      message('The field "{name}" has an unknown character encoding, "{charset}". Send UTF-8.', {
        name,
        charset,
      }),
    )
  }
  return (bytes) => {
    // Java writes a byte order mark and big-endian; without a mark the Encoding Standard assumes little-endian.
    const isBigEndian = label === 'utf-16' && bytes[0] === 0xfe && bytes[1] === 0xff
    try {
      return (isBigEndian ? new TextDecoder('utf-16be', { fatal: true }) : decoder).decode(bytes)
    } catch {
      return undefined
    }
  }
}

function textDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return undefined
  }
}

/** Refuses invalid bytes and replaces none: a title must come back as it was sent. */
function readText(name: string, bytes: Buffer, decode: Decode): string {
  const text = decode(bytes)
  if (text === undefined || text.includes('\0')) {
    throw badRequest(message('The field "{name}" must be UTF-8 without NUL.', { name }))
  }
  return text
}
