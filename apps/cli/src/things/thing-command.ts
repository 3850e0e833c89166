import { withoutActor } from '@pictoglyph/forms/audit-facts'
import { sentencesOf, type Verb } from '@pictoglyph/forms/thing'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import {
  arrangeThings,
  type CountedThing,
  countedThings,
  findThing,
  runAction,
} from '@pictoglyph/site/things/run-action'
import type { StoredThing } from '@pictoglyph/site/things/stored-thing'
import { Command } from 'commander'
import { type CommandContext, withRows } from '../command-context.ts'

interface Options {
  json?: boolean
}

/**
 * The command of a thing: lists all of its kind, and runs each of its actions.
 * @param addOptions adds options to `add`
 */
export const thingCommands =
  (thing: StoredThing, addOptions?: (add: Command) => void) => (context: CommandContext) => {
    const { kind, actions } = thing
    const [noun] = thing.noun
    const plural = thing.title[0].toLowerCase()
    const parent = new Command(kind).description(thing.help)
    const subcommand = (usage: string, help: string) =>
      parent.command(usage).description(help).option('--json', 'print JSON')

    /** The sentence of the audit log about an action. */
    const sentence = (verb: Verb, facts: { what?: string; from?: string; to?: string }): string => {
      const [english] = sentencesOf(thing)[verb]
      return withoutActor(english, facts)
    }

    const { parameters } = actions.add
    const add = subcommand(`add ${parameters.map((one) => `<${one}>`).join(' ')}`, actions.add.help)
    addOptions?.(add)
    add.action(async () => {
      const { json, ...options } = add.opts<Options>()
      const words = Object.fromEntries(parameters.map((one, at) => [one, add.args[at] ?? '']))
      const given = { ...options, ...words }
      const run = { actor: commandActor, thing, verb: 'add', name: words.name ?? '', given } as const
      const added = await withRows(context, (ports) => runAction(ports, run))
      const told = `${sentence('add', { what: added.name })} Its id is ${added.id}.`
      context.output(json).made({ id: added.id }, told)
    })

    subcommand('list', `Lists the ${plural} in their order.`).action(async ({ json }: Options) => {
      const things = await withRows(context, (ports) => countedThings(ports, thing))
      const rows: Record<string, unknown>[] = things.map((one) => listed(thing, one))
      context.output(json).list(rows, Object.keys(rows[0] ?? {}))
    })

    subcommand('rename <id> <name>', `Renames a ${noun}; its id stays.`).action(
      async (id: string, name: string, { json }: Options) => {
        const { from, to } = await withRows(context, async (ports) => {
          const before = await findThing(ports, thing, id)
          const run = { actor: commandActor, thing, verb: 'rename', id, name } as const
          return { from: before.name, to: (await runAction(ports, run)).name }
        })
        context.output(json).done(sentence('rename', { from, to }), { id, name: to })
      },
    )

    subcommand('arrange <id...>', `Puts ${plural} into this order; those that are left out follow.`).action(
      async (ids: string[], { json }: Options) => {
        await withRows(context, async (ports) => {
          for (const id of ids) await findThing(ports, thing, id)
          await arrangeThings(ports, { actor: commandActor, thing }, ids)
        })
        context.output(json).done(sentence('arrange', {}), { ids })
      },
    )

    for (const verb of ['enable', 'disable', 'default'] as const) {
      const words = actions[verb]
      if (words === undefined) continue
      subcommand(`${verb} <id>`, words.help).action(async (id: string, { json }: Options) => {
        const run = { actor: commandActor, thing, verb, id } as const
        const { name, enabled } = await withRows(context, (ports) => runAction(ports, run))
        context.output(json).done(sentence(verb, { what: name }), { id, enabled })
      })
    }
    return [parent]
  }

/** A row of the list. A thing that this version can't read is off. */
const listed = (thing: StoredThing, one: CountedThing) => ({
  id: one.id,
  name: one.name,
  ...thing.details?.(one),
  enabled: one.enabled && one.unreadable === undefined,
  ...(one.isDefault !== undefined && { isDefault: one.isDefault }),
  ...one.counts,
})
