import { addAlbum, commandActor, findUser } from '@pictoglyph/core'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'

export function albumCommands(context: CommandContext): Command[] {
  const album = new Command('album').description('What owners gather their images in.')

  album
    .command('add <name>')
    .description('Adds an album.')
    .requiredOption('--owner <user>', 'whose album it is')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { owner: string; json?: boolean }) => {
      const added = await withSite(context, async ({ ports }) => {
        const owner = await findUser(ports, options.owner)
        return addAlbum(ports, commandActor, owner.id, name)
      })
      context.output(options.json).created({ id: added.id })
    })

  album
    .command('list')
    .description('Lists the albums.')
    .option('--owner <user>', 'only those of one user')
    .option('--json', 'print JSON')
    .action(async (options: { owner?: string; json?: boolean }) => {
      const rows = await withSite(context, async ({ ports }) => {
        const users = await ports.database.users.list()
        const owner = options.owner === undefined ? undefined : await findUser(ports, options.owner)
        const albums = await ports.database.albums.list(owner?.id)
        return albums.map(({ id, name, ownerId, imageCount }) => ({
          id,
          name,
          owner: users.find((user) => user.id === ownerId)?.name ?? ownerId,
          images: imageCount,
        }))
      })
      context.output(options.json).list(rows, ['id', 'name', 'owner', 'images'])
    })

  return [album]
}
