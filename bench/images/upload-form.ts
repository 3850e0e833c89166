/** An upload as a client sends it, whose picture can be made a different one without another length. */
export interface UploadForm {
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
  /** Where in `bytes` the picture's data can be written over. */
  stampAt: number
  fileBytes: Uint8Array<ArrayBuffer>
  /** The same form with another picture for each number. */
  stamped(number: number): UploadForm
}

/** The names and values of a form: what the file is called, and what else is sent. */
interface FormNames {
  file: string
  others: Readonly<Record<string, string>>
}

const ownNames: FormNames = { file: 'file', others: { categoryId: 'general' } }

/** The form of an upload of `jpeg`; of Pictoglyph, to the category that every new site has. */
export async function uploadForm(jpeg: Uint8Array, names = ownNames): Promise<UploadForm> {
  const file = new File([new Uint8Array(jpeg)], 'photograph.jpg', { type: 'image/jpeg' })
  const { contentType, bytes } = await encodedForm(file, names)
  return around(bytes, { contentType, fileAt: Buffer.from(bytes).indexOf(jpeg), length: jpeg.length })
}

/** An upload of any file as a client sends it. */
export async function encodedForm(
  file: File,
  names = ownNames,
): Promise<Pick<UploadForm, 'contentType' | 'bytes'>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(names.others)) form.set(name, value)
  form.set(names.file, file)
  const body = new Response(form)
  return { contentType: body.headers.get('content-type') ?? '', bytes: await body.bytes() }
}

/** Sends a form. @returns the answer's JSON */
export async function sendForm(
  url: string,
  { contentType, bytes }: Pick<UploadForm, 'contentType' | 'bytes'>,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body: bytes,
  })
  if (!answer.ok) throw new Error(`an upload is answered ${answer.status}: ${await answer.text()}`)
  return await answer.json()
}

function around(
  bytes: Uint8Array<ArrayBuffer>,
  file: { contentType: string; fileAt: number; length: number },
): UploadForm {
  let stampAt = file.fileAt + (file.length >> 1)
  // Behind 0xFF a digit would begin a segment.
  while (bytes[stampAt - 1] === 0xff) stampAt += 1
  return {
    contentType: file.contentType,
    bytes,
    stampAt,
    fileBytes: bytes.subarray(file.fileAt, file.fileAt + file.length),
    stamped(number) {
      const different = bytes.slice()
      different.set(new TextEncoder().encode(String(number).padStart(8, '0')), stampAt)
      return around(different, file)
    },
  }
}
