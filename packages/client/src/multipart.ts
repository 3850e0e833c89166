/** A form with at most one file, to be sent as `multipart/form-data` (RFC 7578). */
export interface UploadForm {
  fields: readonly (readonly [name: string, value: string])[]
  /** `undefined` if a hash is sent in its place. */
  file: Blob | undefined
  fileName: string
}

/** A form as bytes, whose length is known before they are sent. */
interface MultipartBody {
  contentType: string
  sizeBytes: number
  stream(): ReadableStream<Uint8Array>
}

/** The form for the platform's own encoding. */
export function formDataOf({ fields, file, fileName }: UploadForm): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  if (file !== undefined) form.append('file', file, fileName)
  return form
}

/** The form as a stream, for platforms that don't report the progress of a form. */
export function multipartBody({ fields, file = new Blob(), fileName }: UploadForm): MultipartBody {
  const boundary = `----pictoglyph${randomHex(16)}`
  const open = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  const fieldParts = fields.map(([name, value]) => `${open(`name="${quoted(name)}"`)}\r\n${value}\r\n`)
  const type = file.type || 'application/octet-stream'
  const filePart = `${open(`name="file"; filename="${quoted(fileName)}"`)}Content-Type: ${type}\r\n\r\n`
  const encoder = new TextEncoder()
  const head = encoder.encode(fieldParts.join('') + filePart)
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: head.length + file.size + tail.length,
    stream: () => streamOf(parts(head, file, tail)),
  }
}

/** A random text, unique in practice. `crypto.randomUUID` is missing on pages without TLS. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Bytes as lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function* parts(head: Uint8Array, file: Blob, tail: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head
  const reader = file.stream().getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
  } finally {
    await reader.cancel()
  }
  yield tail
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/** A name in quotes, escaped as browsers do (HTML, "multipart/form-data encoding algorithm"). */
function quoted(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
}
