/**
 * Uploads images and prints a line of Markdown for each:
 *
 *     PICTOGLYPH_KEY=pgl_… npx bun examples/upload.ts examples/photograph.jpg
 *
 * Node 22.18 and later run it too.
 */
import { openAsBlob } from 'node:fs'
import { createImagesClient, NetworkError, PictoglyphError } from '@pictoglyph/client'

const client = createImagesClient({
  baseUrl: process.env.PICTOGLYPH_IMAGES_URL ?? 'http://localhost:8080',
  key: process.env.PICTOGLYPH_KEY ?? '',
})

for (const path of process.argv.slice(2)) {
  try {
    const image = await client.upload(await openAsBlob(path), {
      categoryId: 'general',
      title: path,
      onProgress: ({ sentBytes, totalBytes }) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${Math.round((100 * sentBytes) / totalBytes)} % `)
      },
    })
    console.log(image.formats.markdown)
    if (image.deduped) console.error(`${path} had been uploaded before`)
  } catch (error) {
    if (error instanceof PictoglyphError) console.error(`${path}: ${error.message} (${error.code})`)
    else if (error instanceof NetworkError) console.error(`${path}: ${error.message}`)
    else throw error
    process.exitCode = 1
  }
}
