/** What `upload.html` does: the client in a browser, with a bar that the browser itself keeps up to date. */
import { createImagesClient } from '@pictoglyph/client'

const form = document.querySelector('form')
const bar = document.querySelector('progress')
const output = document.querySelector('output')

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void upload(new FormData(form))
})

async function upload(fields: FormData): Promise<void> {
  const text = (name: string) => String(fields.get(name) ?? '')
  const file = fields.get('file')
  if (!(file instanceof File) || bar === null || output === null) return
  output.textContent = 'Uploading…'
  try {
    const client = createImagesClient({ baseUrl: text('baseUrl'), key: text('key') })
    const image = await client.upload(file, {
      categoryId: text('categoryId'),
      title: file.name,
      onProgress: ({ sentBytes, totalBytes }) => {
        bar.value = sentBytes / totalBytes
      },
    })
    const link = document.createElement('a')
    link.href = image.pageUrl
    link.textContent = image.url
    output.replaceChildren(link)
  } catch (error) {
    output.textContent = error instanceof Error ? error.message : String(error)
  }
}
