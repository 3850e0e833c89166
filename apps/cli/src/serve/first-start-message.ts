import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shellWord } from '@pictoglyph/site/client-kit/shell-command'
import type { FirstCredentials } from '@pictoglyph/site/first-start'
import { refusalOf } from '@pictoglyph/site/platform/refused-path'
import { print, printConfirmed } from 'pictoglyph-client/print'
import type { Configuration } from '../configuration.ts'
import { isReadByJournal } from '../journal.ts'
import { keepFirstCredentials, passwordLabel } from './first-credentials-file.ts'

/** A photograph in the repository and in the executable, so that the printed line works as it is. */
const sampleName = 'examples/photograph.jpg'
const samplePath = Bun.isStandaloneExecutable
  ? join(dirname(process.execPath), sampleName)
  : fileURLToPath(new URL(`../../../../${sampleName}`, import.meta.url))

/**
 * Shows the first credentials, once: they are stored nowhere in the clear. If a log, such as the journal, keeps the
 * output, they go into a file, and the output names it.
 * @throws {Error} if standard output or the file can't be written, with advice
 */
export async function showFirstCredentials(
  asJson: boolean,
  credentials: FirstCredentials,
  configuration: Configuration,
): Promise<void> {
  const curl = uploadLine({
    ...credentials,
    file: isInImage(configuration) ? sampleName : samplePath,
    imagesUrl: configuration.services.images.url,
  })
  if (isOutputKept(configuration)) return showFile(asJson, credentials, { curl, configuration })
  if (asJson) return show(JSON.stringify({ ...credentials, curl }))
  await show(
    '',
    'This is a new site. These are shown only now; write them down.',
    '',
    ...linesOf(credentials),
    '',
    invitation(configuration),
    '',
    `  ${curl}`,
    '',
  )
}

async function showFile(
  asJson: boolean,
  credentials: FirstCredentials,
  { curl, configuration }: { curl: string; configuration: Configuration },
): Promise<void> {
  const lines = [...linesOf(credentials), '', invitation(configuration), '', `  ${curl}`]
  let path: string
  try {
    path = await keepFirstCredentials(configuration.dataDirectory, lines)
  } catch (error) {
    throw lostCredentials(refusalOf(error, configuration.dataDirectory) ?? error)
  }
  const { userName, categoryId } = credentials
  if (asJson) return print(JSON.stringify({ userName, categoryId, file: path }))
  const word = shellWord(path)
  print(
    `This is a new site. Its first password and API key are in a file that only the server's user and root can read: cat ${word}`,
    `Once you have written them down, delete it: rm ${word}`,
  )
}

function linesOf({ userName, password, apiKey, categoryId }: FirstCredentials): string[] {
  return [
    `  administrator  ${userName}`,
    `${passwordLabel}${password}`,
    `  API key        ${apiKey}`,
    `  category       ${categoryId}`,
    '',
    'The password is good for a week, and the key for 30 days unless it is used: then it stays.',
  ]
}

/** Whether a log stores this process's output. */
function isOutputKept(configuration: Configuration): boolean {
  return isInImage(configuration) || isReadByJournal(configuration.journalStream)
}

/** The container image sets `file`. Its users have the folder of its sources, but no path inside the image. */
const isInImage = ({ firstCredentials }: Configuration): boolean => firstCredentials === 'file'

async function show(...lines: string[]): Promise<void> {
  try {
    await printConfirmed(...lines)
  } catch (error) {
    throw lostCredentials(error)
  }
}

function lostCredentials(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const message =
    `A new site was made, and its password and key could not be shown: ${error.message}. They are lost. Make` +
    ' another administrator with "pictoglyph user add NAME --role admin", and a key with "pictoglyph key create",' +
    ' or remove the new site and start again.'
  return new Error(message, { cause: error })
}

function invitation(configuration: Configuration): string {
  if (isInImage(configuration)) return 'Upload a first image, in the folder of the repository:'
  return configuration.enabledServices.includes('images')
    ? 'Upload a first image:'
    : 'This process does not serve the images service (PICTOGLYPH_SERVICES). Upload a first image once another one does:'
}

/** The values in the line that uploads the first file. */
interface UploadLineParts {
  apiKey: string
  categoryId: string
  /** Path of the file. */
  file: string
  /** Public base address of the images service, without a slash at its end. */
  imagesUrl: string
}

/** The complete `curl` line that uploads a file, for any characters in its path. */
export function uploadLine({ apiKey, categoryId, file, imagesUrl }: UploadLineParts): string {
  const words = [
    `-H "Authorization: Bearer ${apiKey}"`,
    `-F ${formWord(file)}`,
    `-F ${shellWord(`categoryId=${categoryId}`)}`,
    shellWord(`${imagesUrl}/api/v1/upload`),
  ]
  return `curl ${words.join(' ')}`
}

/**
 * The field `file`. curl ends a path at `;` or `,` and drops a space before it. Between double quotes only `"` and `\`
 * are special (curl(1), `--form`).
 */
function formWord(file: string): string {
  if (/^[\w@%+=:./-]+$/.test(file)) return `"file=@${file}"`
  return shellWord(`file=@"${file.replace(/["\\]/g, '\\$&')}"`)
}
