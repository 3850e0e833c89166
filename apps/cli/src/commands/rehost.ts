import { badRequest, Failure, message } from '@pictoglyph/core'
import { Command, Option } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { type Output, printable } from '../output.ts'
import type { AddressResult, DocumentResult, RehostJob } from '../rehost/rehost-document.ts'
import { findFolders } from '../upload/local-image.ts'
import { findFiles } from '../upload/named-files.ts'
import { clientFor } from './upload.ts'

interface RehostOptions {
  from: string[]
  allowPrivate?: boolean
  category?: string
  url?: string
  map: string
  check?: boolean
  dryRun?: boolean
  json?: boolean
}

/** `rehost`: moves the images of documents to a service that runs somewhere. */
export function rehostCommand(context: CommandContext): Command[] {
  return [
    new Command('rehost')
      .description(
        'Uploads the images of Markdown and HTML documents, with the key PICTOGLYPH_KEY, and makes their addresses links. Nothing else of a document changes.',
      )
      .argument('<file...>', 'documents, or patterns such as "posts/*.md"')
      .option('--from <host...>', 'hosts whose images are fetched and moved too; others are left', [])
      .option('--allow-private', 'also fetch from hosts that are not on the internet')
      .option('--category <id>', "the images' category (default: that of the key)")
      .option('--url <address>', 'base address of the image service (default: PICTOGLYPH_IMAGES_URL)')
      .option('--map <file>', 'where each address and its link are written down', 'rehosted.jsonl')
      .option('--check', 'change nothing; fail where an image is not on the service')
      .addOption(new Option('--dry-run', 'change nothing; say what would move').conflicts('check'))
      .option('--json', 'print a JSON object for each document, one a line')
      .action((files: string[], options: RehostOptions) => rehost(context, files, options)),
  ]
}

async function rehost(
  context: CommandContext,
  inputs: readonly string[],
  options: RehostOptions,
): Promise<void> {
  const { imagesUrl, key } = settingsOf(context, options)
  if (inputs.includes('-'))
    throw badRequest(message('Documents are changed where they are: name their files.'))
  const files = await findFiles(inputs, () => Bun.stdin.bytes())
  const [siteFolder = process.cwd()] = await findFolders(['.'])
  // Only this command reads documents; the others start sooner without.
  const { rehostDocument } = await import('../rehost/rehost-document.ts')
  const { openLinkMap } = await import('../rehost/link-map.ts')
  const job: RehostJob = {
    imagesUrl,
    siteFolder,
    from: new Set(options.from.map(hostOf)),
    allowPrivate: options.allowPrivate === true,
    mode: options.check ? 'look' : options.dryRun ? 'try' : 'move',
    client: clientFor(imagesUrl, key),
    categoryId: options.category,
    map: await openLinkMap(options.map),
    links: new Map(),
  }
  const report = createReport(job, context.output(options.json), options.json === true)
  for (const name of new Set(files.map(({ name }) => name))) {
    try {
      report.document(await rehostDocument(job, name))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      report.unread(name, error)
    }
  }
  report.end()
}

/** @throws {Failure} BAD_REQUEST for an address or key that can't be one */
function settingsOf(context: CommandContext, { url, check, dryRun }: RehostOptions) {
  const { clientKey, services } = context.configuration()
  const imagesUrl = url ?? services.images.url
  if (!/^https?:$/.test(URL.parse(imagesUrl)?.protocol ?? '')) {
    throw badRequest(message('{imagesUrl} is not an http or https address.', { imagesUrl }))
  }
  if (clientKey !== undefined || check || dryRun) return { imagesUrl, key: clientKey ?? '' }
  throw badRequest(message('No API key: set PICTOGLYPH_KEY.'))
}

/** A host as people name it, or as it is in an address. */
function hostOf(written: string): string {
  return URL.parse(written.includes('://') ? written : `http://${written}`)?.host ?? written.toLowerCase()
}

/** Reports the result of each document; the process fails if an image should have moved and did not. */
function createReport({ mode, imagesUrl }: RehostJob, output: Output, asJson: boolean) {
  const foreign = new Set<string>()
  let left = 0
  let isCategoryMissing = false

  const isLeft = ({ reason }: AddressResult) => mode === 'look' || reason !== undefined

  function fail(file: string, { line, from }: AddressResult, reason: string): void {
    process.exitCode = 1
    if (!asJson) output.remark(printable(`${file}:${line}: ${from}: ${reason}`))
    isCategoryMissing ||= reason.endsWith('(CATEGORY_MISSING)')
  }

  return {
    document({ file, images }: DocumentResult): void {
      if (asJson) output.created({ ok: !images.some(isLeft), file, images })
      const moved = images.filter(({ to }) => to !== undefined)
      if (moved.length > 0 && !asJson) output.done(`${file}: ${counted(moved.length)} now on ${imagesUrl}`)
      for (const image of images) {
        if (image.reason !== undefined) fail(file, image, image.reason)
        else if (mode === 'look') fail(file, image, 'This image is not on the service.')
        else if (image.isForeign) foreign.add(URL.parse(image.from, 'https://x')?.host ?? image.from)
        else if (mode === 'try' && !asJson)
          output.done(printable(`${file}:${image.line}: ${image.from} would move`))
      }
      left += images.filter(({ isForeign }) => isForeign).length
    },
    unread(file: string, { code, message }: Failure): void {
      process.exitCode = 1
      if (asJson) output.created({ ok: false, file, error: { code, message } })
      else output.remark(printable(`${file}: ${message}`))
    },
    end(): void {
      if (asJson) return
      if (isCategoryMissing) output.remark('Give --category ID, or use a key that has a default category.')
      if (foreign.size === 0) return
      const hosts = [...foreign].toSorted().join(' ')
      output.remark(`Left where they are: ${counted(left)} of other hosts. To move them: --from ${hosts}`)
    },
  }
}

const counted = (images: number): string => (images === 1 ? '1 image' : `${images} images`)
