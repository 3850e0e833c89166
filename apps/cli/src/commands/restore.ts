import { existsSync, statSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { createProgress } from 'pictoglyph-client/progress'
import { restoreSite } from '../backup/restore-site.ts'
import type { CommandContext } from '../command-context.ts'
import type { Configuration } from '../configuration.ts'
import { requirePlaces } from '../require-places.ts'
import { pathOf } from '../url-path.ts'

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

/** Warns if root has restored a site: a server of another user can't open its files. `undefined` otherwise. */
function describeRootOwnedFiles({ dataDirectory, databaseUrl, blobsUrl }: Configuration): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const elsewhere = [
    ...(databaseUrl.startsWith('sqlite:') ? [dirname(pathOf(databaseUrl))] : []),
    ...(blobsUrl.startsWith('file:') ? [pathOf(blobsUrl)] : []),
  ].filter((folder) => relative(dataDirectory, folder).startsWith('..'))
  const folders = [dataDirectory, ...elsewhere].filter((folder) => existsSync(folder))
  const owned = folders.find((folder) => statSync(folder).uid !== 0)
  const owner = owned === undefined ? 'USER:' : `--reference=${owned}`
  return (
    'This was run as root, so the restored files belong to root. Where the server runs as another user, ' +
    `give them to it before it starts: chown -R ${owner} ${folders.join(' ')}`
  )
}
