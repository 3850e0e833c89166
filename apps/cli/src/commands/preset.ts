import { algorithmTypes, variantsOf } from '@pictoglyph/codec'
import { addPreset, commandActor } from '@pictoglyph/core'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'
import { addStateCommands } from './cipher-part.ts'

/** `RAW: classic or frame; …`: of every type that has several. */
const variantsInWords = algorithmTypes
  .filter((type) => variantsOf[type].length > 1)
  .map((type) => `${type}: ${variantsOf[type].join(' or ')}`)
  .join('; ')

export function presetCommands(context: CommandContext): Command[] {
  const preset = new Command('preset').description('The algorithms that callers can choose from.')

  preset
    .command('add <id> <name> <type>')
    .description(`Adds a preset of a type: ${algorithmTypes.join(', ')}.`)
    .option('--variant <variant>', variantsInWords)
    .option('--json', 'print JSON')
    .action(async (id: string, name: string, type: string, options: { variant?: string; json?: boolean }) => {
      const { variant } = options
      await withSite(context, ({ ports }) =>
        addPreset(ports, commandActor, { id, name, type, ...(variant !== undefined && { variant }) }),
      )
      context.output(options.json).created({ id })
    })

  preset
    .command('list')
    .description('Lists the presets.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const presets = await withSite(context, ({ ports }) => ports.database.presets.list())
      const rows = presets.map(({ id, name, type, variant, enabled, isDefault }) => ({
        id,
        name,
        type,
        variant,
        enabled,
        isDefault,
      }))
      context.output(options.json).list(rows, ['id', 'name', 'type', 'variant', 'enabled', 'isDefault'])
    })

  addStateCommands(context, preset, 'preset', 'preset')
  return [preset]
}
