import { fileURLToPath } from 'node:url'
import type { FirstCredentials } from '@pictoglyph/core'
import type { Configuration } from '../configuration.ts'
import type { Output } from '../output.ts'
import { uploadLine } from './upload-line.ts'

/** A photograph that comes with the repository, so that the printed line works as it stands. */
const samplePath = fileURLToPath(new URL('../../../../examples/photograph.jpg', import.meta.url))

/** Shows the first credentials, once: they are kept nowhere in the clear. */
export function showFirstCredentials(
  output: Output,
  asJson: boolean,
  { userName, password, apiKey, categoryId }: FirstCredentials,
  configuration: Configuration,
): void {
  const imagesUrl = configuration.faces.images.url
  const curl = uploadLine({ apiKey, categoryId, file: samplePath, imagesUrl })
  if (asJson) {
    output.record({ userName, password, apiKey, categoryId, curl })
    return
  }
  process.stdout.write(
    [
      '',
      'This is a new site. These are shown only now; write them down.',
      '',
      `  administrator  ${userName}`,
      `  password       ${password}`,
      `  API key        ${apiKey}`,
      `  category       ${categoryId}`,
      '',
      invitation(configuration),
      '',
      `  ${curl}`,
      '',
      '',
    ].join('\n'),
  )
}

function invitation({ enabledFaces }: Configuration): string {
  return enabledFaces.includes('images')
    ? 'Upload a first image:'
    : 'This process does not serve the images face (PICTOGLYPH_FACES). Upload a first image once another one does:'
}

/** Says where the faces answer. */
export function showAddresses(
  output: Output,
  asJson: boolean,
  faces: readonly { name: string; url: string }[],
): void {
  if (asJson) {
    output.record({ serving: Object.fromEntries(faces.map(({ name, url }) => [name, url])) })
    return
  }
  for (const { name, url } of faces) process.stdout.write(`${name.padEnd(8)} ${url}\n`)
}
