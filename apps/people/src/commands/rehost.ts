import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { Command, Option } from 'commander'
import { requireApiKey } from '../api-key.ts'
import { isPattern, kindOf, pathsOf } from '../found-files.ts'
import type { PeopleContext } from '../people-context.ts'
import { createProgress } from '../progress.ts'
import { leadsAstray, type RedirectKind, redirectKinds } from '../rehost/redirects.ts'
import type { RehostJob } from '../rehost/rehost-document.ts'
import { createRehostReport } from '../rehost/rehost-report.ts'
import { findFolders } from '../upload/local-image.ts'
import { clientFor } from './upload.ts'

interface RehostOptions {
  from: string[]
  allowPrivate?: boolean
  category?: string
  key?: string
  url?: string
  map: string
  static: string[]
  frontMatter: string[]
  check?: boolean
  dryRun?: boolean
  undo?: boolean
  redirects?: RedirectKind
  json?: boolean
}

const collect = (value: string, all: string[]): string[] => [...all, value]

/** `rehost`: moves the images of documents to a remote service. */
export function rehostCommand(context: PeopleContext): Command[] {
  return [
    new Command('rehost')
      .description(
        'Uploads the images of Markdown and HTML documents, with the key PICTOGLYPH_KEY, and makes their addresses links. Nothing else of a document changes.',
      )
      .argument('[file...]', 'documents, folders of them, or patterns such as "posts/**/*.md"')
      .option('--from <host...>', 'hosts whose images are fetched and moved too; others are left', [])
      .option('--allow-private', 'also fetch from hosts that are not on the internet')
      .option(
        '--static <dir>',
        'where addresses that begin with a slash begin too, such as static; may be repeated',
        collect,
        [],
      )
      .option('--front-matter <key...>', 'more keys of front matter that hold pictures', [])
      .option('--category <id>', "the images' category (default: that of the key)")
      .option('--url <address>', 'base address of the image service (default: PICTOGLYPH_IMAGES_URL)')
      .option('--key <key>', 'API key (default: PICTOGLYPH_KEY, which other users of the machine do not see)')
      .option('--map <file>', 'where each address and its link are written down', 'rehosted.jsonl')
      .option('--check', 'change nothing; fail where an image is not on the service')
      .addOption(new Option('--dry-run', 'change nothing; say what would move').conflicts('check'))
      .addOption(
        new Option('--undo', 'put the addresses back that the map has').conflicts([
          'check',
          'dryRun',
          'redirects',
        ]),
      )
      .addOption(
        new Option('--redirects <server>', "print redirects from the pictures' old addresses, from the map")
          .choices(redirectKinds)
          .conflicts(['check', 'dryRun']),
      )
      .option('--json', 'print a JSON object for each document, one a line')
      .action((files: string[], options: RehostOptions) => rehost(context, files, options)),
  ]
}

async function rehost(
  context: PeopleContext,
  inputs: readonly string[],
  options: RehostOptions,
): Promise<void> {
  const { hosts, keys, documents } = await wordsOf(inputs, options)
  // Only this command reads documents; the others start faster without it.
  const { documentReaderOf } = await import('@pictoglyph/documents/document-reader')
  const { openLinkMap } = await import('../rehost/link-map.ts')
  const [siteFolder = process.cwd(), ...staticFolders] = await findFolders(['.', ...options.static])
  const map = await openLinkMap(options.map)
  const output = context.output(options.json)
  if (options.redirects !== undefined) {
    const { redirectsOf } = await import('../rehost/redirects-of-map.ts')
    if (map.lines.some(({ to }) => leadsAstray({ to })))
      output.remark('Some lead to this machine alone, and browsers keep them for ever.')
    output.lines(await redirectsOf(options.redirects, map.lines, { siteFolder, staticFolders }))
    return
  }
  const files = await filesOf(documents, (name) => documentReaderOf(name) !== undefined)
  if (options.undo) {
    const { undoDocuments } = await import('../rehost/undo-documents.ts')
    return undoDocuments(files, map.lines, output, options.json === true)
  }
  const { rehostDocument } = await import('../rehost/rehost-document.ts')
  const { createPictureIndex } = await import('../rehost/picture-index.ts')
  const { createForeignImages } = await import('../rehost/foreign-images.ts')
  const { usualKeys } = await import('@pictoglyph/documents/front-matter')
  const { imagesUrl, key } = settingsOf(context, options)
  const job: RehostJob = {
    imagesUrl,
    siteFolder,
    staticFolders,
    from: new Set(hosts.map(hostOf)),
    frontMatter: new Set([...usualKeys, ...keys].map((one) => one.toLowerCase())),
    mode: options.check ? 'look' : options.dryRun ? 'try' : 'move',
    client: key === undefined || options.check ? undefined : clientFor(imagesUrl, key),
    categoryId: options.category,
    map,
    pictures: createPictureIndex(siteFolder),
    foreign: createForeignImages(options.allowPrivate === true),
    links: new Map(),
  }
  const progress = createProgress('Documents', files.length)
  const report = createRehostReport(job, output, { asJson: options.json === true, waits: progress.isShown })
  using interruption = untilInterrupted()
  let done = 0
  for (const name of files) {
    if (interruption.isInterrupted()) break
    try {
      report.document(await rehostDocument(job, name))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      report.unread(name, error)
    }
    done += 1
    progress.advance(1)
  }
  progress.finish()
  report.end({ done, all: files.length })
}

/** Separates hosts, keys and documents. Among an option's values, existing files are documents. */
async function wordsOf(inputs: readonly string[], { from, frontMatter }: RehostOptions) {
  const documents = [...inputs]
  async function withoutFiles(words: readonly string[]): Promise<string[]> {
    const kept: string[] = []
    for (const word of words) {
      const isPath = isPattern(word) || (/[/\\]/.test(word) && !word.includes('://'))
      if (word !== '*' && (isPath || (await kindOf(word)) !== undefined)) documents.push(word)
      else kept.push(word)
    }
    return kept
  }
  const hosts = await withoutFiles(from.flatMap((word) => word.split(',')))
  const keys = await withoutFiles(frontMatter.flatMap((word) => word.split(',')))
  if (hosts.includes('*')) {
    throw badRequest(
      message(
        'Name the hosts whose images are to move: those of every host are not all yours, and a document could have any address fetched.',
      ),
    )
  }
  return { hosts, keys, documents }
}

/** The documents without repetitions, in the given order. @throws {Failure} BAD_REQUEST */
async function filesOf(inputs: readonly string[], isDocument: (name: string) => boolean): Promise<string[]> {
  if (inputs.length === 0) throw badRequest(message('Name documents, or a folder of them.'))
  if (inputs.includes('-')) {
    throw badRequest(message('Documents are changed where they are: name their files.'))
  }
  const files = new Set<string>()
  for (const input of inputs) for (const path of await pathsOf(input, isDocument)) files.add(path)
  return [...files]
}

/** @throws {Failure} BAD_REQUEST for an invalid address or key */
function settingsOf(context: PeopleContext, { url, key, check, dryRun }: RehostOptions) {
  const settings = context.settings()
  const imagesUrl = url ?? settings.imagesUrl
  if (!/^https?:$/.test(URL.parse(imagesUrl)?.protocol ?? '')) {
    throw badRequest(message('{imagesUrl} is not an http or https address.', { imagesUrl }))
  }
  const given = key ?? settings.key
  if (given === undefined && (check || dryRun)) return { imagesUrl, key: given }
  return { imagesUrl, key: check ? given : requireApiKey(given) }
}

/** Parses a host, given as a name or as part of an address. */
function hostOf(written: string): string {
  return URL.parse(written.includes('://') ? written : `http://${written}`)?.host ?? written.toLowerCase()
}

/** Whether the user has asked the process to stop, between two steps. A second request stops it at once. */
interface Interruption extends Disposable {
  isInterrupted(): boolean
}

function untilInterrupted(): Interruption {
  let isInterrupted = false
  const stop = () => {
    isInterrupted = true
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  return {
    isInterrupted: () => isInterrupted,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
