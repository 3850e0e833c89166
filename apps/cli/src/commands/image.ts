import {
  commandActor,
  findImage,
  findKeyId,
  findUser,
  type Image,
  imageIdIn,
  imagesOfBytes,
  isoTime,
  restorableMs,
  restoreTakenDown,
  type SitePorts,
  takeDownImages,
} from '@pictoglyph/core'
import { Command, InvalidArgumentError } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'

const pageSize = 100

interface ListOptions {
  owner?: string
  key?: string
  deleted?: boolean
  sha256?: string
  limit: number
  json?: boolean
}

export function imageCommands(context: CommandContext): Command[] {
  const image = new Command('image').description('The images of all users, by their ids or links.')

  image
    .command('list')
    .description('Lists the images, the newest first.')
    .option('--owner <user>', 'only those of one user')
    .option('--key <id-or-key>', 'only those that this key sent')
    .option('--deleted', 'those that were deleted and can be restored')
    .option('--sha256 <hash>', 'only those of these stored bytes, deleted ones too')
    .option('--limit <n>', 'at most so many', readLimit, pageSize)
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => {
      const output = context.output(options.json)
      const { rows, areMore } = await withSite(context, async ({ ports }) => {
        const { images, areMore } = await listImages(ports, options)
        return { rows: await describeAll(ports, images), areMore }
      })
      output.list(rows, ['id', 'owner', 'title', 'bytes', 'createdAt', 'link'])
      if (areMore) output.remark(`There are more than these ${rows.length}: see --limit.`)
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

  image
    .command('delete <image...>')
    .description(
      'Deletes images, whoever owns them. Their links stop working at once; their owners can restore them for a week.',
    )
    .option('--for-good', 'nobody can restore them then, and their files are gone')
    .option('--all-copies', 'all other images of the same bytes too, whoever owns them')
    .option('--json', 'print JSON')
    .action(
      async (written: string[], options: { forGood?: boolean; allCopies?: boolean; json?: boolean }) => {
        const output = context.output(options.json)
        const { images, filesLeft } = await withSite(context, async ({ ports }) => {
          const named = await findImages(ports, written)
          return takeDownImages(ports, commandActor, named, {
            allCopies: options.allCopies === true,
            forGood: options.forGood === true,
          })
        })
        if (filesLeft > 0) {
          output.remark(
            `${filesLeft} of the files could not be removed now. The server does it within two hours, ` +
              `"pictoglyph gc --delay 0s" at once.`,
          )
        }
        const ids = images.map(({ id }) => id)
        const forGood = options.forGood === true
        output.done(`Deleted${forGood ? ' for good' : ''}: ${ids.join(', ')}.`, { ids, forGood })
      },
    )

  image
    .command('restore <image...>')
    .description('Brings deleted images back.')
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

function readLimit(written: string): number {
  const limit = Number(written)
  if (Number.isSafeInteger(limit) && limit >= 1) return limit
  throw new InvalidArgumentError('It must be a whole number, at least 1.')
}

async function listImages(ports: SitePorts, options: ListOptions) {
  const { database, clock } = ports
  const owner = options.owner === undefined ? undefined : await findUser({ database }, options.owner)
  const keyId = options.key === undefined ? undefined : await findKeyId(ports, options.key)
  if (options.sha256 !== undefined) {
    const copies = await imagesOfBytes({ database }, options.sha256)
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
      limit: Math.min(pageSize, options.limit - images.length),
      ...(after !== undefined && { after }),
    })
    images.push(...items)
    after = next ?? undefined
  } while (after !== undefined && images.length < options.limit)
  return { images, areMore: after !== undefined }
}

/** Each once. @throws {Failure} NOT_FOUND */
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
    expiresAt: image.expiresAtMs === null ? null : isoTime(image.expiresAtMs),
    link: links.page(image),
  }))
}

/** The names of the keys that sent images, by their ids; those revoked long ago are forgotten. */
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
