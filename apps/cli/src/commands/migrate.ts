import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { Command } from 'commander'
import { createProgress } from 'pictoglyph-client/progress'
import type { CommandContext } from '../command-context.ts'
import { migrateSite, readLocation } from '../migrate/migrate-site.ts'

interface MigrateCommandOptions {
  from: string[]
  to: string[]
  quick?: boolean
  json?: boolean
}

const collect = (url: string, urls: string[] = []): string[] => [...urls, url]

export function migrateCommand(context: CommandContext): Command[] {
  return [
    new Command('migrate')
      .description('Moves a site to another database and another store, and verifies it there.')
      .requiredOption('--from <url>', 'what there is: given twice, for rows and for bytes', collect)
      .requiredOption('--to <url>', 'where it goes: given twice, for rows and for bytes', collect)
      .option('--quick', 'compare sizes at the end, instead of reading every byte back')
      .option('--json', 'print JSON')
      .addHelpText(
        'after',
        '\nStop the site’s servers first. Stopped itself, it goes on where it was when run again.\n' +
          '\nExits with 1 if the two ends differ or bytes are missing.',
      )
      .action(async (options: MigrateCommandOptions) => {
        const from = readLocation('--from', options.from)
        const to = readLocation('--to', options.to)
        const { storeCredentials: credentials, dataDirectory } = context.configuration()
        const summary = await migrateSite({
          from,
          to,
          credentials,
          dataDirectory,
          quick: options.quick === true,
          startProgress: createProgress,
          requireGoingOn: untilInterrupted(),
        })
        const { differing, findings, ...counts } = summary
        const ok = differing.length === 0 && findings.length === 0
        context.output(options.json).record({
          ok,
          ...counts,
          differing: differing.map(({ table }) => table),
          problems: findings.map(({ kind, address }) => `${kind} ${address}`),
        })
        if (!ok) process.exitCode = 1
      }),
  ]
}

/** Returns a function that throws after an interrupt, so that the process stops between two steps. */
function untilInterrupted(): () => void {
  let isInterrupted = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isInterrupted = true
    })
  }
  return () => {
    if (!isInterrupted) return
    const reason = message('Stopped. Run the same command again to go on.')
    throw conflict(reason)
  }
}
