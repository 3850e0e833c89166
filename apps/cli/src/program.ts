import { algorithmTypes, variantsOf } from '@pictoglyph/codec'
import { category } from '@pictoglyph/site/categories'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { Command, CommanderError } from 'commander'
import { completionCommand } from 'pictoglyph-client/commands/completion'
import { addExamples } from 'pictoglyph-client/help-examples'
import { peopleCommands } from 'pictoglyph-client/people-commands'
import { print } from 'pictoglyph-client/print'
import { throwUsageErrors } from 'pictoglyph-client/usage-errors'
import { createCommandContext } from './command-context.ts'
import { accessCommands } from './commands/access.ts'
import { albumCommands } from './commands/album.ts'
import { backupCommand } from './commands/backup.ts'
import { exportCommand } from './commands/export.ts'
import { fsckCommand } from './commands/fsck.ts'
import { gcCommand } from './commands/gc.ts'
import { hashCommands } from './commands/hash.ts'
import { imageCommands } from './commands/image.ts'
import { importCommand } from './commands/import.ts'
import { keyCommands } from './commands/key.ts'
import { linkCommands } from './commands/link.ts'
import { migrateCommand } from './commands/migrate.ts'
import { policyCommands } from './commands/policy.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { userCommands } from './commands/user.ts'
import { readConfiguration } from './configuration.ts'
import { serverExamples } from './help-examples.ts'
import { thingCommands } from './things/thing-command.ts'
import { versionAndCommit } from './version.ts'

/** `RAW: classic or frame; …`: of every type that has several. */
const variantsInWords = algorithmTypes
  .filter((type) => variantsOf[type].length > 1)
  .map((type) => `${type}: ${variantsOf[type].join(' or ')}`)
  .join('; ')

/** The `pictoglyph` command with everything it can do. */
export function createProgram(environment: Readonly<Record<string, string | undefined>>): Command {
  const context = createCommandContext(() => readConfiguration(environment))
  const program = new Command('pictoglyph')
    .description('Image hosting with an upload API, and a four-symbol text cipher service.')
    .option('-V, --version', 'print the version and its commit')
    .on('option:version', () => {
      print(versionAndCommit())
      throw new CommanderError(0, 'commander.version', 'the version was asked for')
    })
    .showHelpAfterError('Add --help for what there is.')
  const parts = [
    serveCommand,
    userCommands,
    keyCommands,
    thingCommands(category),
    albumCommands,
    imageCommands,
    hashCommands,
    linkCommands,
    policyCommands,
    accessCommands,
    thingCommands(charset),
    thingCommands(preset, (add) => add.option('--variant <variant>', variantsInWords)),
    peopleCommands,
    exportCommand,
    importCommand,
    fsckCommand,
    gcCommand,
    backupCommand,
    restoreCommand,
    migrateCommand,
  ]
  for (const part of parts) for (const command of part(context)) program.addCommand(command)
  program.addCommand(completionCommand(program))
  addExamples(program, serverExamples)
  throwUsageErrors(program)
  return program
}
