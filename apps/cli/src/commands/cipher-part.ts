import { type CipherPart, commandActor, setCipherPartDefault, setCipherPartEnabled } from '@pictoglyph/core'
import type { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'

/** `enable`, `disable` and `default`, which character sets and presets have alike. */
export function addStateCommands(
  context: CommandContext,
  parent: Command,
  part: CipherPart,
  noun: string,
): void {
  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    parent
      .command(`${verb} <id>`)
      .description(enabled ? `Offers a ${noun} to callers.` : `Takes a ${noun} out of use.`)
      .option('--json', 'print JSON')
      .action(async (id: string, options: { json?: boolean }) => {
        await withSite(context, ({ ports }) => setCipherPartEnabled(ports, commandActor, part, id, enabled))
        context.output(options.json).done(`The ${noun} ${id} is ${verb}d.`, { id, enabled })
      })
  }
  parent
    .command('default <id>')
    .description(`Makes a ${noun} the default, in place of the one before, and enables it.`)
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      await withSite(context, ({ ports }) => setCipherPartDefault(ports, commandActor, part, id))
      context
        .output(options.json)
        .done(`The ${noun} ${id} is the default, and enabled.`, { id, enabled: true })
    })
}
