import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { addCategory, setCategoryEnabled } from '@pictoglyph/site/categories'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'

export function categoryCommands(context: CommandContext): Command[] {
  const category = new Command('category').description('What uploads are filed under.')

  category
    .command('add <name>')
    .description('Adds a category and enables it.')
    .option('--json', 'print JSON')
    .action(async (name: string, options: { json?: boolean }) => {
      const added = await withSite(context, ({ ports }) => addCategory(ports, commandActor, name))
      context
        .output(options.json)
        .made({ id: added.id }, `The category "${name}" is added. Its id is ${added.id}.`)
    })

  category
    .command('list')
    .description('Lists the categories in their order.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const rows = await withSite(context, async ({ ports: { database } }) => {
        const [categories, counts] = await Promise.all([
          database.categories.list(),
          database.categories.counts(),
        ])
        return categories.map(({ id, name, enabled }) => ({ id, name, enabled, images: counts.get(id) ?? 0 }))
      })
      context.output(options.json).list(rows, ['id', 'name', 'enabled', 'images'])
    })

  for (const [verb, enabled] of [
    ['disable', false],
    ['enable', true],
  ] as const) {
    category
      .command(`${verb} <id>`)
      .description(
        enabled ? 'Lets uploads use a category.' : 'Keeps new uploads out of a category; its images stay.',
      )
      .option('--json', 'print JSON')
      .action(async (id: string, options: { json?: boolean }) => {
        await withSite(context, ({ ports }) => setCategoryEnabled(ports, commandActor, id, enabled))
        context.output(options.json).done(`The category ${id} is ${verb}d.`, { id, enabled })
      })
  }
  return [category]
}
