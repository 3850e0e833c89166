import { resolve } from 'node:path'
import { findUser } from '@pictoglyph/site/accounts/users'
import { Command } from 'commander'
import { createProgress } from 'pictoglyph-client/progress'
import { exportImages } from '../archive/export-images.ts'
import { type CommandContext, withSite } from '../command-context.ts'
import { explainPlaceFailure } from '../place-error.ts'

export function exportCommand(context: CommandContext): Command[] {
  return [
    new Command('export')
      .argument('<directory>')
      .description(
        'Writes pictures under readable names, with manifest.jsonl and a page that shows them without a server.',
      )
      .option('--user <name>', 'only those of this user')
      .option('--json', 'print JSON')
      .addHelpText(
        'after',
        '\nA second run brings the folder up to date. Exits with 1 if bytes were missing.',
      )
      .action(async (given: string, options: { user?: string; json?: boolean }) => {
        const output = context.output(options.json)
        const directory = resolve(given)
        const summary = await withSite(context, async ({ ports }) => {
          const owner = options.user === undefined ? undefined : await findUser(ports, options.user)
          return explainPlaceFailure(`The export in ${directory} was not completed`, () =>
            exportImages(ports, { directory, owner, progress: createProgress }),
          )
        })
        const ok = summary.missing.length === 0
        output.record({ ok, directory, ...summary })
        if (!ok) process.exitCode = 1
      }),
  ]
}
