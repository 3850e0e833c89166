import { findUser } from '@pictoglyph/site/accounts/users'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { Command } from 'commander'
import { type CommandContext, withRows } from '../command-context.ts'
import { addUserOption, userOption } from '../user-option.ts'

export function albumCommands(context: CommandContext): Command[] {
  const album = new Command('album').description('What owners gather their images in.')

  addUserOption(album.command('add <name>'), userOption('the owner of the album').makeOptionMandatory())
    .description('Adds an album.')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { user: string; json?: boolean }) => {
      const added = await withRows(context, async (ports) => {
        const owner = await findUser(ports, options.user)
        return addAlbum(ports, commandActor, owner.id, name)
      })
      context
        .output(options.json)
        .made({ id: added.id }, `The album "${name}" is added. Its id is ${added.id}.`)
    })

  addUserOption(album.command('list'), userOption('only those of one user'))
    .description('Lists the albums.')
    .option('--json', 'print JSON')
    .action(async (options: { user?: string; json?: boolean }) => {
      const rows = await withRows(context, async (ports) => {
        const users = await ports.database.users.list()
        const owner = options.user === undefined ? undefined : await findUser(ports, options.user)
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
