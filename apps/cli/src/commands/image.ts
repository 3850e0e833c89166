import { findUser } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { findImage, restorableMs } from '@pictoglyph/site/images'
import { imageIdIn } from '@pictoglyph/site/images/image-id'
import {
  imagesOfBytes,
  restoreTakenDown,
  takeDownImages,
  takeDownOfUser,
} from '@pictoglyph/site/images/take-down'
import { findKeyId } from '@pictoglyph/site/keys'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Image } from '@pictoglyph/site/language/records'
import { isoTime } from '@pictoglyph/site/language/time'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'
import { readPositiveNumber } from '../read-positive-number.ts'
import { addUserOption, userOption } from '../user-option.ts'

const pageSize = 100

interface ListOptions {
  user?: string
  key?: string
  deleted?: boolean
  takenDown?: boolean
  sha256?: string
  limit: number
  json?: boolean
}

interface TakeDownOptions {
  user?: string
  forGood?: boolean
  allCopies?: boolean
  json?: boolean
}

export function imageCommands(context: CommandContext): Command[] {
  const image = new Command('image').description('The images of all users, by their ids or links.')

  addUserOption(image.command('list'), userOption('only those of one user'))
    .description('Lists the images, the newest first.')
    .option('--key <id-or-key>', 'only those that this key sent')
    .option('--deleted', 'those that were deleted and can be restored')
    .option('--taken-down', 'those that operators have taken down')
    .option('--sha256 <hash>', 'only those of these stored bytes, deleted ones too')
    .option('--limit <n>', 'at most so many', readPositiveNumber, pageSize)
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const output = context.output(options.json)
      const { rows, areMore } = await withSite(context, async ({ ports }) => {
        const { images, areMore } = await listImages(ports, options)
        return { rows: await describeAll(ports, images), areMore }
      })
      output.list(rows, ['id', 'owner', 'title', 'bytes', 'createdAt', 'link'])
      if (areMore) output.remark('There are more: see --limit.')
    })

  image
    .command('show <image>')
    .description('Shows an image: whose it is, when it came, and whether it is deleted.')
    .option('--json', 'print JSON')
    .action(async (written: string, options: { json?: boolean }) => {
      const [row] = await withSite(context, async ({ ports }) =>
        describeAll(ports, await findImages(ports, [written])),
      )
      if (row !== undefined) context.output(options.json).record(row)
    })

  const takeDown = async (
    written: readonly string[],
    { user, reason, ...options }: TakeDownOptions & { reason: string },
  ) => {
    if (written.length === 0 && user === undefined) throw badRequest(message('No image is selected.'))
    const output = context.output(options.json)
    const how = { reason, allCopies: options.allCopies === true, forGood: options.forGood === true }
    const { ids, filesLeft } = await withSite(context, async ({ ports }) => {
      const ids = new Set<string>()
      const named = await findImages(ports, written)
      const owner = user === undefined ? undefined : await findUser(ports, user)
      const outcome = named.length === 0 ? undefined : await takeDownImages(ports, commandActor, named, how)
      for (const { id } of outcome?.images ?? []) ids.add(id)
      const all = owner && (await takeDownOfUser(ports, commandActor, owner, how))
      for (const id of all?.ids ?? []) ids.add(id)
      return { ids: Array.from(ids), filesLeft: (outcome?.filesLeft ?? 0) + (all?.filesLeft ?? 0) }
    })
    if (filesLeft > 0) {
      output.remark(
        `${filesLeft} of the files could not be removed now. The server does it within two hours, ` +
          `"pictoglyph gc --delay 0s" at once.`,
      )
    }
    const { forGood } = how
    output.done(`Taken down${forGood ? ' for good' : ''}: ${ids.length === 0 ? 'none' : ids.join(', ')}.`, {
      ids,
      forGood,
    })
  }

  const withTakeDownOptions = (command: Command): Command =>
    command
      .option('--for-good', 'nobody can put them back then, and their files are gone')
      .option('--all-copies', 'all other images of the same bytes too, whoever owns them')
      .option('--json', 'print JSON')

  withTakeDownOptions(
    addUserOption(image.command('take-down [image...]'), userOption('all images of this user'))
      .description(
        'Takes images down, whoever owns them: gone at once, only operators put them back, and their bytes are refused.',
      )
      .requiredOption('--reason <text>', 'why: the owner reads it, and anyone who uploads the same bytes'),
  ).action(takeDown)

  withTakeDownOptions(
    image
      .command('delete <image...>')
      .description('The same as take-down, where a reason need not be given.')
      .option('--reason <text>', 'why', 'no reason was given'),
  ).action(async (written: readonly string[], options: TakeDownOptions & { reason: string }) => {
    context
      .output(options.json)
      .remark('This takes images down. The name of the command is "image take-down".')
    await takeDown(written, options)
  })

  image
    .command('put-back <image...>')
    .alias('restore')
    .description('Brings back images that were taken down or deleted, and unblocks their bytes.')
    .option('--json', 'print JSON')
    .action(async (written: string[], options: { json?: boolean }) => {
      const output = context.output(options.json)
      const { images, ids } = await withSite(context, async ({ ports }) => {
        const images = await findImages(ports, written)
        return { images, ids: await restoreTakenDown(ports, commandActor, images) }
      })
      for (const { id, deletedAtMs } of images) {
        if (deletedAtMs === null) output.remark(`The image ${id} was not deleted.`)
        else if (!ids.includes(id)) {
          output.remark(
            `The image ${id} stays deleted, because its owner has uploaded the same file again meanwhile.`,
          )
        }
      }
      output.done(`Restored: ${ids.length === 0 ? 'none' : ids.join(', ')}.`, { ids })
    })

  return [image]
}

async function listImages(ports: SitePorts, options: ListOptions) {
  const { database, clock } = ports
  const owner = options.user === undefined ? undefined : await findUser({ database }, options.user)
  const keyId = options.key === undefined ? undefined : await findKeyId(ports, options.key)
  if (options.sha256 !== undefined) {
    const copies = await imagesOfBytes({ database }, [options.sha256.toLowerCase()])
    const images = copies.filter(
      (image) =>
        (owner === undefined || image.ownerId === owner.id) && (keyId === undefined || image.keyId === keyId),
    )
    return { images: images.slice(0, options.limit), areMore: images.length > options.limit }
  }
  const images: Image[] = []
  let after: string | undefined
  do {
    const { items, next } = await database.images.list({
      ...(owner && { ownerId: owner.id }),
      ...(keyId !== undefined && { keyId }),
      ...(options.deleted === true && { deletedAfterMs: clock() - restorableMs }),
      ...(options.takenDown === true && { isTakenDown: true }),
      limit: Math.min(pageSize, options.limit - images.length),
      ...(after !== undefined && { after }),
    })
    images.push(...items)
    after = next ?? undefined
  } while (after !== undefined && images.length < options.limit)
  return { images, areMore: after !== undefined }
}

/** Finds images, each once. @throws {Failure} NOT_FOUND */
async function findImages(ports: SitePorts, written: readonly string[]): Promise<Image[]> {
  const ids = new Set(written.map(imageIdIn))
  const images: Image[] = []
  for (const id of ids) images.push(await findImage(ports, id))
  return images
}

async function describeAll(
  { database, links }: Pick<SitePorts, 'database' | 'links'>,
  images: readonly Image[],
) {
  const categories = await database.categories.list()
  const keys = await keyNames(database, images)
  return images.map((image) => ({
    id: image.id,
    owner: image.ownerName,
    title: image.title,
    description: image.description,
    category: categories.find(({ id }) => id === image.categoryId)?.name ?? image.categoryId,
    type: image.file.type,
    width: image.file.width,
    height: image.file.height,
    bytes: image.file.sizeBytes,
    sha256: image.file.address,
    keyId: image.keyId,
    keyName: image.keyId === null ? null : (keys.get(image.keyId) ?? null),
    createdAt: isoTime(image.createdAtMs),
    deletedAt: image.deletedAtMs === null ? null : isoTime(image.deletedAtMs),
    takenDownAt: image.takenDown === null ? null : isoTime(image.takenDown.atMs),
    reason: image.takenDown?.reason ?? null,
    expiresAt: image.expiresAtMs === null ? null : isoTime(image.expiresAtMs),
    link: links.page(image),
  }))
}

/** Names of the keys that sent images, by id; a key revoked long ago has none. */
async function keyNames(
  database: SitePorts['database'],
  images: readonly Image[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const id of new Set(images.map(({ keyId }) => keyId))) {
    const key = id === null ? undefined : await database.keys.byId(id)
    if (key !== undefined) names.set(key.id, key.name)
  }
  return names
}
