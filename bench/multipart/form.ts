/** The form that every run reads: two text fields and a file of 200 kB that no search finds patterns in. */
export const fileBytes = 200_000
export const file = Buffer.from(crypto.getRandomValues(new Uint8Array(4 * 65_536)).subarray(0, fileBytes))

const form = new FormData()
form.append('categoryId', 'general')
form.append('title', 'A photograph')
form.append('file', new File([file], 'photograph.jpg', { type: 'image/jpeg' }))
const encoded = new Response(form)

export const contentType = encoded.headers.get('content-type') ?? ''
export const body = Buffer.from(await encoded.arrayBuffer())
