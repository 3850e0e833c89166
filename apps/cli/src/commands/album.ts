import { findUser } from '@pictoglyph/site/accounts/users'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { Command } from 'commander'
import { type CommandContext, withRows } from '../command-context.ts'

export function albumCommands(context: CommandContext): Command[] {
  const album = new Command('album').description('What owners gather their images in.')

  album
    .command('add <name>')
    .description('Adds an album.')
    .requiredOption('--owner <user>', 'whose album it is')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { owner: string; json?: boolean }) => {
      const added = await withRows(context, async (ports) => {
        const owner = await findUser(ports, options.owner)
        return addAlbum(ports, commandActor, owner.id, name)
      })
      context
        .output(options.json)
        .made({ id: added.id }, `The album "${name}" is added. Its id is ${added.id}.`)
    })

  album
    .command('list')
    .description('Lists the albums.')
    .option('--owner <user>', 'only those of one user')
    .option('--json', 'print JSON')
    .action(async (options: { owner?: string; json?: boolean }) => {
      const rows = await withRows(context, async (ports) => {
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
