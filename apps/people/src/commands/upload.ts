import { createImagesClient, type UploadedImage, type UploadVerdict } from '@pictoglyph/client'
import { copyFormatNames } from '@pictoglyph/site/images/copy-formats'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { Command, InvalidArgumentError, Option } from 'commander'
import { requireApiKey } from '../api-key.ts'
import type { PeopleContext } from '../people-context.ts'
import { print, remark } from '../print.ts'
import { createProgress } from '../progress.ts'
import { readStandardInput } from '../standard-input.ts'
import { findFiles } from '../upload/named-files.ts'
import { uploadFiles } from '../upload/upload-files.ts'
import { inWordsOfCommand, type UploadResult } from '../upload/upload-result.ts'

const formats: readonly string[] = [...copyFormatNames, 'htmlResponsive']

interface UploadCommandOptions {
  url?: string
  key?: string
  category?: string
  album?: string
  title?: string
  titleFromName?: boolean
  description?: string
  expiresIn?: string
  format: string
  concurrency: number
  dryRun?: boolean
  json?: boolean
}

/** `upload`: a client of a remote service, over HTTP. */
export function uploadCommand(context: PeopleContext): Command[] {
  return [
    new Command('upload')
      .description('Uploads images and prints their links, one a line, in the order of the files.')
      .argument('<file...>', 'files, patterns such as "shots/*.png", or - for standard input')
      .option('--url <address>', 'base address of the image service (default: PICTOGLYPH_IMAGES_URL)')
      .option('--key <key>', 'API key (default: PICTOGLYPH_KEY, which other users of the machine do not see)')
      .option('--category <id>', "the images' category (default: that of the key)")
      .option('--album <id>', 'the album to put the images in')
      .addOption(new Option('--title <text>', "the images' title").conflicts('titleFromName'))
      .option('--title-from-name', "each image's title is the name of its file, for everyone to read")
      .option('--description <text>', "the images' description")
      .option('--expires-in <span>', 'how long the images stay, such as 10m, 1h or 30d')
      .option('--format <name>', `what to print: ${formats.join(', ')}`, 'url')
      .option('--concurrency <n>', 'uploads at once', wholeNumber, 4)
      .option('--dry-run', 'only ask whether the files would be accepted; nothing is stored')
      .option('--json', 'print a JSON object for each file, one a line')
      .action((files: string[], options: UploadCommandOptions) => upload(context, files, options)),
  ]
}

async function upload(
  context: PeopleContext,
  inputs: readonly string[],
  options: UploadCommandOptions,
): Promise<void> {
  const settings = context.settings()
  const key = requireApiKey(options.key ?? settings.key)
  if (!formats.includes(options.format)) {
    throw badRequest(
      message('There is no format "{format}". There are: {known}.', {
        format: options.format,
        known: formats.join(', '),
      }),
    )
  }
  const client = clientFor(options.url ?? settings.imagesUrl, key)
  const files = await findFiles(inputs, readStandardInput)
  const totalBytes = files.reduce((total, { sizeBytes }) => total + sizeBytes, 0)
  const progress = createProgress('Uploading', totalBytes, 'bytes')
  const { category: categoryId, album: albumId, title, description, expiresIn } = options
  const { concurrency, dryRun = false } = options
  const given = { categoryId, albumId, title, description, expiresIn }

  const show = resultPrinter(context.program, options)
  const held: UploadResult[] = []
  try {
    for await (const result of uploadFiles({
      client,
      files,
      options: given,
      dryRun,
      titleFromName: options.titleFromName === true,
      concurrency,
      progress,
    })) {
      if (progress.isShown) held.push(result)
      else show(result)
    }
  } finally {
    progress.finish()
    held.forEach(show)
  }
}

/** @throws {Failure} BAD_REQUEST for an invalid address or key */
export function clientFor(baseUrl: string, key: string) {
  try {
    return createImagesClient({ baseUrl, key })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw badRequest(message("The address or the key can't be used: {detail}", { detail: error.message }))
  }
}

/** Prints results. A failure sets the exit code. */
function resultPrinter(
  program: PeopleContext['program'],
  { json, format, dryRun }: UploadCommandOptions,
): (result: UploadResult) => void {
  const fail = (text: string) => {
    process.exitCode = 1
    if (!json) remark(`${program}: ${text}`)
  }

  return (result) => {
    if (json) print(JSON.stringify(result))
    if (!result.ok) {
      fail(`${result.file}: ${result.error.message} (${result.error.code})`)
    } else if (dryRun && 'accepted' in result.data) {
      const { accepted } = result.data
      if (!json) for (const line of verdictLines(result.file, result.data)) print(line)
      if (!accepted) process.exitCode = 1
    } else if ('formats' in result.data) {
      const text = result.data.formats[format]
      if (text === undefined) fail(unknownFormat(result.file, format, result.data))
      else if (!json) print(text)
    }
  }
}

function verdictLines(file: string, verdict: UploadVerdict): string[] {
  const { image, existing } = verdict
  if (!verdict.accepted) {
    return verdict.problems.map((one) => `${file}: refused: ${inWordsOfCommand(one)} (${one.code})`)
  }
  const facts = image === null ? '' : `: ${image.type}, ${image.width} × ${image.height}`
  const repeats = existing === undefined ? '' : `, the same as ${existing.url}`
  return [`${file}: accepted${facts}${repeats}`]
}

function unknownFormat(file: string, format: string, { url, formats }: UploadedImage): string {
  const known = Object.keys(formats).join(', ')
  return `${file}: uploaded as ${url}, but there is no format "${format}". There are: ${known}.`
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be 1 to 99.')
}
