import { createImagesClient, type UploadedImage, type UploadVerdict } from '@pictoglyph/client'
import { badRequest, message } from '@pictoglyph/core'
import { Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { createProgress } from '../progress.ts'
import { findFiles } from '../upload/named-files.ts'
import { uploadFiles } from '../upload/upload-files.ts'
import type { UploadResult } from '../upload/upload-result.ts'

interface UploadCommandOptions {
  url?: string
  key?: string
  category?: string
  album?: string
  title?: string
  description?: string
  format: string
  concurrency: number
  dryRun?: boolean
  json?: boolean
}

/** `upload`: a client of a service that runs somewhere, over HTTP. */
export function uploadCommand(context: CommandContext): Command[] {
  return [
    new Command('upload')
      .description('Uploads images and prints their links, one a line, in the order of the files.')
      .argument('<file...>', 'files, patterns such as "shots/*.png", or - for standard input')
      .option('--url <address>', 'base address of the image service (default: PICTOGLYPH_IMAGES_URL)')
      .option('--key <key>', 'API key (default: PICTOGLYPH_KEY, which other users of the machine do not see)')
      .option('--category <id>', "the images' category (default: that of the key)")
      .option('--album <id>', 'the album to put the images in')
      .option('--title <text>', "the images' title")
      .option('--description <text>', "the images' description")
      .option('--format <name>', 'what to print: url, markdown, html, bbcode, …', 'url')
      .option('--concurrency <n>', 'uploads at once', wholeNumber, 4)
      .option('--dry-run', 'only ask whether the files would be accepted; nothing is stored')
      .option('--json', 'print a JSON object for each file, one a line')
      .action((files: string[], options: UploadCommandOptions) => upload(context, files, options)),
  ]
}

async function upload(
  context: CommandContext,
  inputs: readonly string[],
  options: UploadCommandOptions,
): Promise<void> {
  const { clientKey, services } = context.configuration()
  const key = options.key ?? clientKey
  if (key === undefined) {
    throw badRequest(message('No API key: set PICTOGLYPH_KEY or give --key.'))
  }
  const client = clientFor(options.url ?? services.images.url, key)
  const files = await findFiles(inputs, () => Bun.stdin.bytes())
  const totalBytes = files.reduce((total, { content }) => total + content.size, 0)
  const progress = createProgress('Uploading', totalBytes, 'bytes')
  const { category: categoryId, album: albumId, title, description, concurrency, dryRun = false } = options
  const given = { categoryId, albumId, title, description }

  const show = resultPrinter(options)
  const held: UploadResult[] = []
  try {
    for await (const result of uploadFiles({
      client,
      files,
      options: given,
      dryRun,
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

/** @throws {Failure} BAD_REQUEST for an address or key that can't be one */
export function clientFor(baseUrl: string, key: string) {
  try {
    return createImagesClient({ baseUrl, key })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw badRequest(message("The address or the key can't be used: {detail}", { detail: error.message }))
  }
}

/** Prints results, and makes the process fail with the first that is no success. */
function resultPrinter({ json, format, dryRun }: UploadCommandOptions): (result: UploadResult) => void {
  let isHinted = false
  const fail = (text: string) => {
    process.exitCode = 1
    if (!json) process.stderr.write(`pictoglyph: ${text}\n`)
  }
  const print = (text: string) => process.stdout.write(`${text}\n`)

  function hint(codes: readonly string[]): void {
    if (isHinted || json || !codes.includes('CATEGORY_MISSING')) return
    isHinted = true
    process.stderr.write('Give --category ID, or use a key that has a default category.\n')
  }

  return (result) => {
    if (json) print(JSON.stringify(result))
    if (!result.ok) {
      fail(`${result.file}: ${result.error.message} (${result.error.code})`)
      hint([result.error.code])
    } else if (dryRun && 'accepted' in result.data) {
      const { accepted, problems } = result.data
      if (!json) for (const line of verdictLines(result.file, result.data)) print(line)
      if (!accepted) process.exitCode = 1
      hint(problems.map(({ code }) => code))
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
    return verdict.problems.map(({ code, message }) => `${file}: refused: ${message} (${code})`)
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
