import { algorithmTypes, variantsOf } from '@pictoglyph/codec/scheme'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import {
  addCharset,
  addPreset,
  type CipherPart,
  setCipherPartDefault,
  setCipherPartEnabled,
} from '@pictoglyph/site/ciphers'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'

/** `enable`, `disable` and `default`, which character sets and presets have alike. */
function addStateCommands(context: CommandContext, parent: Command, part: CipherPart, noun: string): void {
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

export function charsetCommands(context: CommandContext): Command[] {
  const charset = new Command('charset').description('The four symbols that ciphers are made of.')

  charset
    .command('add <id> <name> <symbols>')
    .description('Adds a character set of four different symbols, such as 嗷呜啊~, and enables it.')
    .option('--json', 'print JSON')
    .action(async (id: string, name: string, symbols: string, options: { json?: boolean }) => {
      await withSite(context, ({ ports }) => addCharset(ports, commandActor, { id, name, symbols }))
      context.output(options.json).made({ id }, `The character set ${id} is added.`)
    })

  charset
    .command('list')
    .description('Lists the character sets.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const charsets = await withSite(context, ({ ports }) => ports.database.charsets.list())
      const rows = charsets.map(({ id, name, symbols, unreadable, enabled, isDefault }) => ({
        id,
        name,
        symbols: unreadable ?? symbols.join(''),
        enabled: enabled && unreadable === undefined,
        isDefault,
      }))
      context.output(options.json).list(rows, ['id', 'name', 'symbols', 'enabled', 'isDefault'])
    })

  addStateCommands(context, charset, 'charset', 'character set')
  return [charset]
}

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
      context.output(options.json).made({ id }, `The preset ${id} is added.`)
    })

  preset
    .command('list')
    .description('Lists the presets.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const presets = await withSite(context, ({ ports }) => ports.database.presets.list())
      const rows = presets.map(({ id, name, type, variant, unreadable, enabled, isDefault }) => ({
        id,
        name,
        type: unreadable ?? type,
        variant,
        enabled: enabled && unreadable === undefined,
        isDefault,
      }))
      context.output(options.json).list(rows, ['id', 'name', 'type', 'variant', 'enabled', 'isDefault'])
    })

  addStateCommands(context, preset, 'preset', 'preset')
  return [preset]
}
