import type { Actions } from '@pictoglyph/forms/thing'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { arrangeThings, countedThings, findThing, runAction } from '@pictoglyph/site/things/run-action'
import type { StoredThing } from '@pictoglyph/site/things/stored-thing'
import { Command } from 'commander'
import { type CommandContext, withRows } from '../command-context.ts'

interface Options {
  json?: boolean
}

/** The command of a thing: lists its kind, and runs each of its actions. */
export const thingCommands = (thing: StoredThing) => (context: CommandContext) => [
  thingCommand(context, thing),
]

function thingCommand(context: CommandContext, thing: StoredThing): Command {
  const { kind, actions } = thing
  const parent = new Command(kind).description(thing.help)
  const subcommand = (usage: string, help: string) =>
    parent.command(usage).description(help).option('--json', 'print JSON')
  const action = (verb: keyof Actions, parameters: string) =>
    subcommand(`${verb} ${parameters}`, actions[verb].help)

  /** The sentence of the audit log, about what was done. */
  const sentence = (verb: keyof Actions, facts: { what?: string; from?: string; to?: string }): string => {
    const [english] = actions[verb].audit
    const words = english({ what: '', from: '', to: '', ...facts, count: 1, owner: '', isAll: false })
    return words.charAt(0).toUpperCase() + words.slice(1)
  }

  action('add', '<name>').action(async (name: string, { json }: Options) => {
    const run = { actor: commandActor, thing, verb: 'add', name } as const
    const added = await withRows(context, (ports) => runAction(ports, run))
    const told = `${sentence('add', { what: added.name })} Its id is ${added.id}.`
    context.output(json).made({ id: added.id }, told)
  })

  subcommand('list', `Lists the ${thing.title[0].toLowerCase()} in their order.`).action(
    async ({ json }: Options) => {
      const things = await withRows(context, (ports) => countedThings(ports, thing))
      const rows = things.map(({ id, name, enabled, counts }) => ({ id, name, enabled, ...counts }))
      context.output(json).list(rows, ['id', 'name', 'enabled', ...Object.keys(thing.counts)])
    },
  )

  action('rename', '<id> <name>').action(async (id: string, name: string, { json }: Options) => {
    const { from, to } = await withRows(context, async (ports) => {
      const before = await findThing(ports, thing, id)
      const run = { actor: commandActor, thing, verb: 'rename', id, name } as const
      return { from: before.name, to: (await runAction(ports, run)).name }
    })
    context.output(json).done(sentence('rename', { from, to }), { id, name: to })
  })

  action('arrange', '<id...>').action(async (ids: string[], { json }: Options) => {
    await withRows(context, async (ports) => {
      for (const id of ids) await findThing(ports, thing, id)
      await arrangeThings(ports, { actor: commandActor, thing }, ids)
    })
    context.output(json).done(sentence('arrange', {}), { ids })
  })

  for (const verb of ['enable', 'disable'] as const) {
    action(verb, '<id>').action(async (id: string, { json }: Options) => {
      const run = { actor: commandActor, thing, verb, id } as const
      const { name, enabled } = await withRows(context, (ports) => runAction(ports, run))
      context.output(json).done(sentence(verb, { what: name }), { id, enabled })
    })
  }
  return parent
}
