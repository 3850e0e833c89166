import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { multipartBody } from '../src/multipart.ts'

/** Browsers replace lone surrogates when they send a form; a reader then returns the replaced text. */
const normalised = (text: string) => text.toWellFormed()

test('a body says its size truly and reads back as the form it was made of', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.stringMatching(/^[a-zA-Z]{1,9}$/), fc.string({ unit: 'binary' })), {
        maxLength: 4,
      }),
      fc.uint8Array({ maxLength: 200 }),
      async (fields, bytes) => {
        const file = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
        const body = multipartBody({ fields, file, fileName: 'a "quoted" name.png' })
        const sent = await new Response(body.stream()).bytes()
        expect(sent.length).toBe(body.sizeBytes)
        const headers = { 'Content-Type': body.contentType }
        const form = await new Response(sent, { headers }).formData()
        const read = [...form]
          .filter(([name]) => name !== 'file')
          .map(([name, value]) => [name, String(value)])
        expect(read).toEqual(fields.map(([name, value]) => [name, normalised(value)]))
        const part = form.get('file')
        expect(part).toBeInstanceOf(Blob)
        expect(await (part as unknown as Blob).bytes()).toEqual(new Uint8Array(bytes))
      },
    ),
    { numRuns: 60 },
  )
})

test('the names of a form are escaped as browsers do, and its file has a type', async () => {
  const name = 'a\r\n"b"%'
  const untyped = multipartBody({ fields: [[name, 'x']], file: new Blob(['y']), fileName: name })
  const text = await new Response(untyped.stream()).text()
  const escaped = 'a%0D%0A%22b%22%'
  expect(text).toContain(`Content-Disposition: form-data; name="${escaped}"\r\n\r\nx\r\n`)
  expect(text).toContain(
    `; name="file"; filename="${escaped}"\r\nContent-Type: application/octet-stream\r\n\r\ny\r\n`,
  )
})

test('a stream that is not read to its end releases the file', async () => {
  let isCancelled = false
  const file = new Blob(['x'.repeat(100)])
  file.stream = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel() {
        isCancelled = true
      },
    })
  const reader = multipartBody({ fields: [], file, fileName: 'x' }).stream().getReader()
  await reader.read()
  await reader.read()
  await reader.cancel()
  expect(isCancelled).toBe(true)
})
