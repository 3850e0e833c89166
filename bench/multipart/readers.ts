import { Busboy } from '@fastify/busboy'
import { readBoundary } from '@pictoglyph/web/multipart/headers'
import { readForm } from '@pictoglyph/web/upload/read-upload-form'

/** Reads a request to its end and hands the file's bytes to `onBytes`. */
export type Reader = (request: Request, onBytes: (bytes: Uint8Array) => void) => Promise<void>

function bodyOf(request: Request): ReadableStream<Uint8Array> {
  if (request.body === null) throw new Error('the request has no body')
  return request.body
}

/** The bare counterpart: takes the body's chunks as they come and reads nothing out of them. */
const readBare: Reader = async (request, onBytes) => {
  for await (const chunk of bodyOf(request)) onBytes(chunk)
}

const readWithOurs: Reader = async (request, onBytes) => {
  const boundary = readBoundary(request.headers.get('content-type'))
  await readForm(bodyOf(request), {
    boundary,
    fieldNames: [],
    openFile: () => ({ write: onBytes, end() {} }),
  })
}

const readWithBusboy: Reader = async (request, onBytes) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const busboy = new Busboy({ headers: { 'content-type': request.headers.get('content-type') ?? '' } })
  busboy.on('file', (_name, file) => file.on('data', onBytes))
  busboy.on('finish', resolve)
  busboy.on('error', reject)
  for await (const chunk of bodyOf(request)) {
    const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (!busboy.write(view)) await new Promise((drained) => busboy.once('drain', drained))
  }
  busboy.end()
  await promise
}

const readWithFormData: Reader = async (request, onBytes) => {
  const file = (await request.formData()).get('file')
  if (!(file instanceof Blob)) throw new Error('the form has no file')
  onBytes(await file.bytes())
}

/** What is compared; the first is what the others are measured against. */
export const readers = {
  'bare chunks': readBare,
  'own reader': readWithOurs,
  '@fastify/busboy': readWithBusboy,
  'Request.formData()': readWithFormData,
} satisfies Record<string, Reader>
