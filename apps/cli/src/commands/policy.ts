import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { inEnglish, type Message } from '@pictoglyph/site/language/message'
import { policyFrom } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { Command } from 'commander'
import { written } from 'pictoglyph-client/output'
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
      const output = context.output(options.json)
      const value = await withSiteOrEmptyDatabase(context, ({ ports }) => {
        // A person on the machine can always undo it; a script that allows networks afterwards is not held up.
        const onRisk = (reason: Message) =>
          output.remark(`Warning: ${inEnglish(reason)} Allow some with "pictoglyph ip allow".`)
        return setPolicy(ports, commandActor, key, given, { onRisk })
      })
      output.done(`${key} is set to ${written(value)}.`, { key, value })
    })

  return [policy]
}
