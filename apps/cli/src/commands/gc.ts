import { collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import { conflict } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { readSpan } from '@pictoglyph/site/language/span'
import { Command } from 'commander'
import { createProgress } from 'pictoglyph-client/progress'
import { type CommandContext, withSite } from '../command-context.ts'

interface GcOptions {
  deletedFor: string
  delay: string
  orphansAfter: string
  json?: boolean
}

export function gcCommand(context: CommandContext): Command[] {
  return [
    new Command('gc')
      .description('Collects images deleted long ago, or beyond a quota, and bytes that nobody needs.')
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
