import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { blockHash, unblockHash } from '@pictoglyph/site/images/blocked-hashes'
import { allItems } from '@pictoglyph/site/language/list-limits'
import { isoTime } from '@pictoglyph/site/language/time'
import { Command } from 'commander'
import { type CommandContext, withRows } from '../command-context.ts'

const pageSize = 500

export function hashCommands(context: CommandContext): Command[] {
  const hash = new Command('hash').description('Bytes that are refused from everyone, by their SHA-256.')

  hash
    .command('block <sha256>')
    .description('Refuses these bytes, as received or as kept. Images of them stay.')
    .requiredOption('--reason <text>', 'why: whoever uploads them reads it')
    .option('--note <text>', 'for operators', '')
    .option('--json', 'print JSON')
    .action(async (written: string, options: { reason: string; note: string; json?: boolean }) => {
      const { reason, note } = options
      const sha256 = await withRows(context, (ports) =>
        blockHash(ports, commandActor, { sha256: written, reason, note }),
      )
      context.output(options.json).done(`Blocked: ${sha256}.`, { sha256 })
    })

  hash
    .command('unblock <sha256>')
    .description('Accepts these bytes again.')
    .option('--json', 'print JSON')
    .action(async (sha256: string, options: { json?: boolean }) => {
      await withRows(context, (ports) => unblockHash(ports, commandActor, sha256))
      context.output(options.json).done(`Unblocked: ${sha256}.`, { sha256 })
    })

  hash
    .command('list')
    .description('Lists the blocked hashes, the newest first.')
    .option('--json', 'print JSON')
    .action(async (options: { json?: boolean }) => {
      const rows = await withRows(context, async ({ database }) => {
        const hashes = allItems((place) => database.hashes.list({ ...place, limit: pageSize }))
        const all = await Array.fromAsync(hashes)
        return all.map(({ blockedAtMs, ...hash }) => ({ ...hash, blockedAt: isoTime(blockedAtMs) }))
      })
      context.output(options.json).list(rows, ['sha256', 'reason', 'note', 'blockedBy', 'blockedAt'])
    })

  return [hash]
}
