import { findUser } from '@pictoglyph/site/accounts/users'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { findImage } from '@pictoglyph/site/images'
import { imageIdIn } from '@pictoglyph/site/images/image-id'
import { isoTime } from '@pictoglyph/site/language/time'
import { endLink, findLink, restoreLink, setLink } from '@pictoglyph/site/links'
import type { PermanentLink } from '@pictoglyph/site/links/link-rows'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'
import { readPositiveNumber } from '../read-positive-number.ts'
import { addUserOption, userOption } from '../user-option.ts'

export function linkCommands(context: CommandContext): Command[] {
  const link = new Command('link').description('Permanent links, whose image can change.')

  link
    .command('set <name> <image>')
    .description(
      'Has a link lead to an image, by its id or link. The link belongs to the owner of the image.',
    )
    .option('--json', 'print JSON')
    .action(async (name: string, written: string, options: { json?: boolean }) => {
      const row = await withSite(context, async ({ ports }) => {
        const image = await findImage(ports, imageIdIn(written))
        return describe(ports, await setLink(ports, commandActor, { name, image }))
      })
      context.output(options.json).record(row)
    })

  addUserOption(link.command('list'), userOption('only those of one user'))
    .description('Lists the links.')
    .option('--json', 'print JSON')
    .action(async (options: { user?: string; json?: boolean }) => {
      const rows = await withSite(context, async ({ ports }) => {
        const owner = options.user === undefined ? undefined : await findUser(ports, options.user)
        const links = await ports.database.links.list(owner?.id)
        return Promise.all(links.map((one) => describe(ports, one)))
      })
      context
        .output(options.json)
        .list(rows, ['name', 'owner', 'image', 'number', 'changedAt', 'endedAt', 'link'])
    })

  link
    .command('history <name>')
    .description('Lists what a link has led to, the last first.')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { json?: boolean }) => {
      const rows = await withSite(context, async ({ ports }) => {
        await findLink(ports, name)
        const targets = await ports.database.links.history(name)
        return Promise.all(
          targets.map(async ({ number, imageId, atMs, actor }) => ({
            number,
            image: imageId,
            isThere: (await ports.database.images.byId(imageId)) !== undefined,
            at: isoTime(atMs),
            by: actor,
          })),
        )
      })
      context.output(options.json).list(rows, ['number', 'image', 'isThere', 'at', 'by'])
    })

  link
    .command('restore <name>')
    .argument('<number>', '', readPositiveNumber)
    .description('Has a link lead again to what it led to, by its number in the history.')
    .option('--json', 'print JSON')
    .action(async (name: string, number: number, options: { json?: boolean }) => {
      const row = await withSite(context, async ({ ports }) =>
        describe(ports, await restoreLink(ports, commandActor, await findLink(ports, name), number)),
      )
      context.output(options.json).record(row)
    })

  link
    .command('remove <name>')
    .description(
      'Ends a link: it is not found any more. Its name stays with its owner; no one else can take it.',
    )
    .option('--json', 'print JSON')
    .action(async (name: string, options: { json?: boolean }) => {
      const row = await withSite(context, async ({ ports }) => {
        await endLink(ports, commandActor, await findLink(ports, name))
        return describe(ports, await findLink(ports, name))
      })
      context.output(options.json).record(row)
    })

  return [link]
}

async function describe(
  { database, links }: Pick<SitePorts, 'database' | 'links'>,
  { name, ownerId, imageId, number, changedAtMs, endedAtMs }: PermanentLink,
) {
  const owner = await database.users.byId(ownerId)
  return {
    name,
    owner: owner?.name ?? ownerId,
    image: imageId,
    number,
    changedAt: isoTime(changedAtMs),
    endedAt: endedAtMs === null ? null : isoTime(endedAtMs),
    link: links.named(name),
  }
}
