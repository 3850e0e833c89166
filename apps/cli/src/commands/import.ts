import { resolve } from 'node:path'
import { findUser } from '@pictoglyph/site/accounts/users'
import { albumManifestName } from '@pictoglyph/site/albums/album-manifest'
import { manifestName } from '@pictoglyph/site/images/manifest'
import { badRequest, type Failure } from '@pictoglyph/site/language/failure'
import { inEnglish, type Message, message } from '@pictoglyph/site/language/message'
import { Command, InvalidArgumentError } from 'commander'
import { createProgress } from 'pictoglyph-client/progress'
import { leadsAstray, type Redirect } from 'pictoglyph-client/rehost/redirects'
import { createAlbumFilling } from '../archive/import-albums.ts'
import { createImportEntry } from '../archive/import-entry.ts'
import { type ImportPorts, importImages } from '../archive/import-images.ts'
import { manifestEntries, manifestIn, planAlbums, planImport } from '../archive/import-plan.ts'
import { openImportPorts } from '../archive/import-ports.ts'
import { fileAt, openPictureSource, type PictureSource } from '../archive/picture-source.ts'
import { imageRedirects, writeRedirectMap } from '../archive/redirect-map.ts'
import { type CommandContext, withSite } from '../command-context.ts'
import { explainPlaceFailure } from '../place-error.ts'

interface ImportOptions {
  user: string
  manifest?: string
  oldBase?: string
  category?: string
  redirects?: string
  json?: boolean
}

export function importCommand(context: CommandContext): Command[] {
  return [
    new Command('import')
      .argument('<directory-or-zip>')
      .description(
        'Uploads the pictures of an export or of any folder for a user, with their dates, and writes redirects from their old addresses. What is there already stays as it is.',
      )
      .requiredOption('--user <name>', 'whose images they become')
      .option(
        '--manifest <file>',
        'what the pictures are; without it manifest.jsonl, or names, folders and dates',
      )
      .option(
        '--old-base <address>',
        'where the folder was served, such as https://old.example/uploads',
        readBase,
      )
      .option('--category <id>', 'for pictures without a category; the first one by default')
      .option('--redirects <dir>', 'where the redirects go; beside the pictures by default')
      .option('--json', 'print JSON')
      .addHelpText('after', '\nExits with 1 if pictures were refused; all others are imported.')
      .action(async (given: string, options: ImportOptions) => {
        const output = context.output(options.json)
        const source = resolve(given)
        const summary = await withSite(context, (site) =>
          explainPlaceFailure(`The import of ${source} was not completed`, async () => {
            await using opened = await openPictureSource(source)
            await using ports = await openImportPorts(context.configuration(), site.ports, output.remark)
            return await runImport(ports.site, opened, { ...options, source, remark: output.remark })
          }),
        )
        const { refused } = summary
        const ok = refused.length === 0
        if (options.json) output.done('', { ...summary, ok })
        else {
          for (const { file, message: reason } of refused) output.remark(`${file}: ${reason}`)
          output.record({ ...summary, refused: refused.length, redirects: Object.values(summary.redirects) })
        }
        if (!ok) process.exitCode = 1
      }),
  ]
}

async function runImport(
  site: ImportPorts,
  { files }: PictureSource,
  options: ImportOptions & { source: string; remark: (text: string) => void },
) {
  const user = await findUser(site, options.user)
  if (user.disabledAtMs !== null)
    throw badRequest(message('The user "{name}" is disabled.', { name: user.name }))
  const found = options.manifest === undefined ? manifestIn(files, manifestName) : undefined
  const given = options.manifest === undefined ? found : await fileAt(options.manifest)
  const plan = () =>
    planImport(files, manifestEntries(given, options.manifest), {
      manifest: found,
      oldBase: options.oldBase,
    })
  const total = await countPlanned(plan())
  const ownAddress = site.links.page({ id: '' })
  if (options.oldBase !== undefined && leadsAstray({ host: new URL(options.oldBase).host, to: ownAddress }))
    throw badRequest(message('{reason} Nothing was imported.', { reason: unreachable(ownAddress) }))
  const albumEntries = await planAlbums(manifestIn(files, albumManifestName))
  const albums = createAlbumFilling(site, user, albumEntries)
  const categoryId = options.category ?? (await firstCategory(site))
  const progress = createProgress('Importing', total)
  const entry = createImportEntry(site, user)

  const counts = { imported: 0, existing: 0, ended: 0, other: 0 }
  const refused: { file: string; code: string; message: string }[] = []
  const refuse = (file: string, { code, message: reason }: Failure) =>
    refused.push({ file, code, message: reason })
  const moves: Redirect[] = []
  await importImages(site, user, plan(), { categoryId, progress }, async (one, outcome) => {
    if (outcome.kind === 'refused') {
      refuse(one.path, outcome.failure)
      return
    }
    counts[outcome.kind] += 1
    if (!('image' in outcome)) return
    const { image } = outcome
    moves.push(...imageRedirects(site.links, one, image))
    albums.put(one.albums, one.path, image.id)
    if (outcome.kind === 'imported') await entry.count(image)
  })
  moves.push(...(await albums.fill((name, failure) => refuse(`${albumManifestName}: ${name}`, failure))))
  await entry.finish()
  progress.finish()
  const place = options.redirects ?? `${options.source}-redirects`
  const lasting = moves.filter((move) => !leadsAstray(move))
  if (lasting.length < moves.length) options.remark(inEnglish(unreachable(ownAddress)))
  const redirects = lasting.length === 0 ? {} : await writeRedirectMap(resolve(place), lasting)
  return { ...counts, refused, redirects }
}

const unreachable = (address: string): Message =>
  message(
    'The old addresses would lead browsers to {address} for ever, where only this machine finds the site. Set PICTOGLYPH_IMAGES_URL to its public address.',
    { address: new URL(address).origin },
  )

/** The result of each image stays in memory, for the redirects and the report. */
const maxImages = 1_000_000

/**
 * Reads the whole plan, so that an invalid manifest is refused before anything is imported.
 * @throws {Failure} BAD_REQUEST also for more than {@link maxImages}
 */
async function countPlanned(planned: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _image of planned) {
    count += 1
    if (count > maxImages)
      throw badRequest(
        message('An import has at most {maxImages} pictures. Import these in parts.', { maxImages }),
      )
  }
  return count
}

/** The first enabled category. @throws {Failure} BAD_REQUEST if there is none */
async function firstCategory({ database }: Pick<ImportPorts, 'database'>): Promise<string> {
  const category = (await database.categories.list()).find(({ enabled }) => enabled)
  if (category !== undefined) return category.id
  throw badRequest(message('No category takes uploads: add or enable one.'))
}

function readBase(written: string): string {
  if (/^https?:\/\/[^?#]+$/.test(written) && URL.canParse(written)) return written
  throw new InvalidArgumentError('It must be an address that begins with http:// or https://.')
}
