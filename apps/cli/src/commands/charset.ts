import { addCharset, commandActor } from '@pictoglyph/core'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'
import { addStateCommands } from './cipher-part.ts'

export function charsetCommands(context: CommandContext): Command[] {
  const charset = new Command('charset').description('The four symbols that ciphers are made of.')

  charset
    .command('add <id> <name> <symbols>')
    .description('Adds a character set of four different symbols, such as 嗷呜啊~, and enables it.')
    .option('--json', 'print JSON')
    .action(async (id: string, name: string, symbols: string, options: { json?: boolean }) => {
      await withSite(context, ({ ports }) => addCharset(ports, commandActor, { id, name, symbols }))
      context.output(options.json).created({ id })
    })

  charset
    .command('list')
    .description('Lists the character sets.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const charsets = await withSite(context, ({ ports }) => ports.database.charsets.list())
      const rows = charsets.map(({ id, name, symbols, enabled, isDefault }) => ({
        id,
        name,
        symbols: symbols.join(''),
        enabled,
        isDefault,
      }))
      context.output(options.json).list(rows, ['id', 'name', 'symbols', 'enabled', 'isDefault'])
    })

  addStateCommands(context, charset, 'charset', 'character set')
  return [charset]
}
