import { resolve } from 'node:path'
import { Command } from 'commander'
import { restoreSite } from '../backup/restore-site.ts'
import { describeRootOwnedFiles } from '../backup/root-owned-files.ts'
import type { CommandContext } from '../command-context.ts'
import { createProgress } from '../progress.ts'
import { requirePlaces } from '../require-places.ts'

export function restoreCommand(context: CommandContext): Command[] {
  return [
    new Command('restore')
      .argument('<directory>')
      .description('Restores a backup to an empty place.')
      .option('--json', 'print JSON')
      .addHelpText(
        'after',
        '\nStopped, it goes on where it was when run again. Exits with 1 if the backup lacks bytes; everything else is' +
          ' restored.',
      )
      .action(async (directory: string, options: { json?: boolean }) => {
        const configuration = context.configuration()
        requirePlaces(configuration)
        const summary = await restoreSite(configuration, resolve(directory), createProgress)
        const { createdAt, blobs, bytes, findings } = summary
        const missing = findings.map(({ address }) => address)
        const output = context.output(options.json)
        output.record({ ok: missing.length === 0, createdAt, blobs, bytes, missing })
        const remark = describeRootOwnedFiles(configuration)
        if (remark !== undefined) output.remark(remark)
        if (missing.length > 0) process.exitCode = 1
      }),
  ]
}
