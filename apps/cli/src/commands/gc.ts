import { collectGarbage, conflict, message, readSpan } from '@pictoglyph/core'
import { Command } from 'commander'
import { type CommandContext, withSite } from '../command-context.ts'
import { createProgress } from '../progress.ts'

interface GcOptions {
  deletedFor: string
  delay: string
  orphansAfter: string
  json?: boolean
}

export function gcCommand(context: CommandContext): Command[] {
  return [
    new Command('gc')
      .description('Forgets images deleted long ago, or beyond a quota, and removes bytes that nobody needs.')
      .option('--deleted-for <span>', 'how long deleted images can be restored', '7d')
      .option('--delay <span>', 'how long bytes are kept that no image needs any more', '1h')
      .option('--orphans-after <span>', 'how old bytes are that no image ever needed', '1d')
      .option('--json', 'print JSON')
      .action(async (options: GcOptions) => {
        const deletedForMs = readSpan(options.deletedFor)
        const releasedForMs = readSpan(options.delay)
        const orphanedForMs = readSpan(options.orphansAfter)
        const collection = await withSite(context, ({ ports }) =>
          collectGarbage(ports, {
            deletedForMs,
            releasedForMs,
            orphanedForMs,
            progress: createProgress,
          }),
        )
        if (collection === undefined) {
          throw conflict(
            message(
              'Another collection or a backup is running. One that was killed is in the way for a minute at most.',
            ),
          )
        }
        context.output(options.json).record(collection)
      }),
  ]
}
