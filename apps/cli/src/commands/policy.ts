import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { inEnglish, type Message } from '@pictoglyph/site/language/message'
import type { StoredProblem } from '@pictoglyph/site/language/stored-problem'
import { readStoredPolicy } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { Command } from 'commander'
import { written } from 'pictoglyph-client/output'
import { type CommandContext, type RowPorts, withRows } from '../command-context.ts'

export function policyCommands(context: CommandContext): Command[] {
  const policy = new Command('policy').description('What uploads and callers must keep to.')

  policy
    .command('show')
    .description('Shows every policy with its value in force.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const settings = await withRows(context, ({ database }) => database.settings.all())
      const output = context.output(options.json)
      const stored = readStoredPolicy(settings)
      const { policyProblems } = await import('@pictoglyph/site/policy/policy-problems')
      const problems = policyProblems(stored)
      output.record(options.json && problems.length > 0 ? { ...stored.policy, problems } : stored.policy)
      for (const problem of problems) output.remark(warningOf(problem))
    })

  policy
    .command('set <key> <value>')
    .description('Sets a policy; it is in force within two seconds.')
    .option('--json', 'print JSON')
    .action(async (key: string, given: string, options: { json?: boolean }) => {
      const output = context.output(options.json)
      // Warn only: an operator on the machine can undo it, and a script may allow networks afterwards.
      const onRisk = (reason: Message) =>
        output.remark(`Warning: ${inEnglish(reason)} Allow some with "pictoglyph ip allow".`)
      const set = (ports: RowPorts) => setPolicy(ports, commandActor, key, given, { onRisk })
      const value = await withRows(context, set, { mayBeNew: true })
      output.done(`${key} is set to ${written(value)}.`, { key, value })
    })

  return [policy]
}

function warningOf({ kind, name, stored, inForce, repair }: StoredProblem): string {
  const said = JSON.stringify(stored)
  return kind === 'policy'
    ? `Warning: ${name} is stored as ${said}, which is no value today. In force is ${inForce}. Set it with "${repair}".`
    : `Warning: ${name} is a setting of another version. It is kept, and has no effect.`
}
