import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FirstCredentials } from '@pictoglyph/core'
import type { Configuration } from '../configuration.ts'
import { uploadLine } from './upload-line.ts'

/** A photograph that comes with the repository and with the executable, so that the printed line works as it is. */
const samplePath = Bun.isStandaloneExecutable
  ? join(dirname(process.execPath), 'examples/photograph.jpg')
  : fileURLToPath(new URL('../../../../examples/photograph.jpg', import.meta.url))

/**
 * Shows the first credentials, once: they are kept nowhere in the clear.
 * @throws {Error} if standard output takes nothing, with what to do about it
 */
export async function showFirstCredentials(
  asJson: boolean,
  { userName, password, apiKey, categoryId }: FirstCredentials,
  configuration: Configuration,
): Promise<void> {
  const imagesUrl = configuration.services.images.url
  const curl = uploadLine({ apiKey, categoryId, file: samplePath, imagesUrl })
  if (asJson) {
    await writeOut(`${JSON.stringify({ userName, password, apiKey, categoryId, curl })}\n`)
    return
  }
  await writeOut(
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

function writeOut(text: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (error: Error) => {
    const message =
      `A new site was made, and its password and key could not be shown: ${error.message}. They are lost. Make` +
      ' another administrator with "pictoglyph user add NAME --role admin", and a key with "pictoglyph key create",' +
      ' or remove the new site and start again.'
    reject(new Error(message, { cause: error }))
  }
  process.stdout.once('error', refuse)
  process.stdout.write(text, (error) => {
    if (error) return refuse(error)
    process.stdout.off('error', refuse)
    resolve()
  })
  return promise
}

function invitation({ enabledServices }: Configuration): string {
  return enabledServices.includes('images')
    ? 'Upload a first image:'
    : 'This process does not serve the images service (PICTOGLYPH_SERVICES). Upload a first image once another one does:'
}
