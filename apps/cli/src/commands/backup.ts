import { resolve } from 'node:path'
import { Command } from 'commander'
import { createProgress } from 'pictoglyph-client/progress'
import { isInSite, requireBackupPlace } from '../backup/backup-place.ts'
import { backupSite } from '../backup/backup-site.ts'
import { type CommandContext, withSite } from '../command-context.ts'
import { recordBackup } from '../last-runs.ts'

export function backupCommand(context: CommandContext): Command[] {
  return [
    new Command('backup')
      .argument('<directory>')
      .description('Backs up all rows and images while the site runs; a second run copies what is new.')
      .option('--verify', 'read through what earlier backups left there')
      .option('--json', 'print JSON')
      .addHelpText('after', '\nExits with 1 if bytes were missing or damaged; everything else is backed up.')
      .action(async (directory: string, options: { verify?: boolean; json?: boolean }) => {
        const output = context.output(options.json)
        const configuration = context.configuration()
        const summary = await withSite(context, async (site) => {
          await requireBackupPlace(resolve(directory))
          const made = await backupSite({
            configuration,
            site,
            directory: resolve(directory),
            verify: options.verify === true,
            startProgress: createProgress,
            onWaiting: () =>
              output.remark(
                'Another backup or collection is running; waiting for its end. One that was killed is in the way for a minute at most.',
              ),
          })
          await recordBackup(site.ports, made.missing.length)
          return made
        })
        output.record({ ok: summary.missing.length === 0, directory: resolve(directory), ...summary })
        if (isInSite(resolve(directory), configuration)) {
          output.remark(
            "The backup is in the site's own folder, and is lost with it: keep another on another disk.",
          )
        }
        if (summary.missing.length === 0) return
        output.remark('Some bytes were missing or damaged. pictoglyph fsck tells which images they are of.')
        process.exitCode = 1
      }),
  ]
}
