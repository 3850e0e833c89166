import { commandActor, policyFrom, setPolicy } from '@pictoglyph/core'
import { Command } from 'commander'
import { type CommandContext, withSite, withSiteOrEmptyDatabase } from '../command-context.ts'

export function policyCommands(context: CommandContext): Command[] {
  const policy = new Command('policy').description('What uploads and callers must keep to.')

  policy
    .command('show')
    .description('Shows every policy with its value in force.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const stored = await withSite(context, ({ ports }) => ports.database.settings.all())
      context.output(options.json).record(policyFrom(stored))
    })

  policy
    .command('set <key> <value>')
    .description('Sets a policy; it is in force within two seconds.')
    .option('--json', 'print JSON')
    .action(async (key: string, given: string, options: { json?: boolean }) => {
      const value = await withSiteOrEmptyDatabase(context, ({ ports }) =>
        setPolicy(ports, commandActor, key, given),
      )
      context.output(options.json).done(`${key} is set to ${value}.`, { key, value })
    })

  return [policy]
}
