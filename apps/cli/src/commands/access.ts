import { accessSearch, listNetworks, removeNetwork } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { AccessList } from '@pictoglyph/site/language/records'
import { isoTime } from '@pictoglyph/site/language/time'
import { Command } from 'commander'
import { type CommandContext, type RowPorts, withRows } from '../command-context.ts'
import { readPointInTime } from '../point-in-time.ts'

interface ListOptions {
  note?: string
  expires?: string
  json?: boolean
}

/** The blacklist and whitelist. */
export function accessCommands(context: CommandContext): Command[] {
  const ip = new Command('ip').description(
    'Who may call the text service, and who may upload where the policy upload.accessLists is on.',
  )

  const lists: [AccessList, string][] = [
    ['block', 'Keeps a network out, even if it is allowed too.'],
    ['allow', 'Lets a network in while text.whitelistMode is on.'],
  ]
  for (const [list, description] of lists) {
    ip.command(`${list} <cidr>`)
      .description(description)
      .option('--note <text>', 'why')
      .option('--expires <when>', 'a span such as 30d, or a date')
      .option('--json', 'print JSON')
      .action(async (cidr: string, options: ListOptions) => {
        const expiresAtMs =
          options.expires === undefined ? null : readPointInTime(options.expires, Date.now())
        const input = { network: cidr, note: options.note ?? '', expiresAtMs }
        const add = (ports: RowPorts) => listNetworks(ports, commandActor, list, [input])
        const [network = cidr] = await withRows(context, add, { mayBeNew: true })
        context.output(options.json).done(`${network} is ${list}ed.`, { network, list })
      })
  }

  ip.command('remove <cidr>')
    .description('Takes a network off both lists.')
    .option('--json', 'print JSON')
    .action(async (cidr: string, options: { json?: boolean }) => {
      const network = await withRows(context, (ports) => removeNetwork(ports, commandActor, cidr))
      context.output(options.json).done(`${network} is on no list any more.`, { network })
    })

  ip.command('list')
    .description(
      'Lists the networks on both lists, and which entries have expired and are no longer in force.',
    )
    .option('--holding <address>', 'only those that hold an address, which decide about it')
    .option('--json', 'print JSON')
    .action(async (options: { holding?: string; json?: boolean }) => {
      const wanted = options.holding === undefined ? undefined : networksHolding(options.holding)
      const all = await withRows(context, ({ database }) => database.access.list())
      const entries = wanted === undefined ? all : all.filter(({ network }) => wanted.has(network))
      const nowMs = Date.now()
      const rows = entries.map(({ network, list, note, expiresAtMs }) => ({
        network,
        list,
        note,
        expiresAt: expiresAtMs === null ? null : isoTime(expiresAtMs),
        expired: expiresAtMs !== null && expiresAtMs <= nowMs,
      }))
      context.output(options.json).list(rows, ['network', 'list', 'note', 'expiresAt', 'expired'])
    })

  return [ip]
}

/** @throws {Failure} BAD_REQUEST */
function networksHolding(written: string): ReadonlySet<string> {
  const { networks } = accessSearch(written)
  if (networks !== undefined) return new Set(networks)
  throw badRequest(message('"{written}" is not an IP address.', { written }))
}
