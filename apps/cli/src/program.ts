import { Command, CommanderError } from 'commander'
import { completionCommand } from 'pictoglyph-client/commands/completion'
import { addExamples } from 'pictoglyph-client/help-examples'
import { type CommandLoaders, loadCommands } from 'pictoglyph-client/load-commands'
import { peopleCommands } from 'pictoglyph-client/people-commands'
import { print } from 'pictoglyph-client/print'
import { throwUsageErrors } from 'pictoglyph-client/usage-errors'
import { type CommandContext, createCommandContext } from './command-context.ts'
import { readConfiguration } from './configuration.ts'
import { serverExamples } from './help-examples.ts'
import { versionAndCommit } from './version.ts'

const commands: CommandLoaders<CommandContext> = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  user: async () => (await import('./commands/user.ts')).userCommands,
  key: async () => (await import('./commands/key.ts')).keyCommands,
  category: async () => (await import('./commands/category.ts')).categoryCommands,
  album: async () => (await import('./commands/album.ts')).albumCommands,
  image: async () => (await import('./commands/image.ts')).imageCommands,
  hash: async () => (await import('./commands/hash.ts')).hashCommands,
  link: async () => (await import('./commands/link.ts')).linkCommands,
  policy: async () => (await import('./commands/policy.ts')).policyCommands,
  ip: async () => (await import('./commands/access.ts')).accessCommands,
  charset: async () => (await import('./commands/cipher-part.ts')).charsetCommands,
  preset: async () => (await import('./commands/cipher-part.ts')).presetCommands,
  ...peopleCommands,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  fsck: async () => (await import('./commands/fsck.ts')).fsckCommand,
  gc: async () => (await import('./commands/gc.ts')).gcCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
}

/** The `pictoglyph` command: with the command of this name alone, or with everything it can do. */
export async function createProgram(
  environment: Readonly<Record<string, string | undefined>>,
  name?: string,
): Promise<Command> {
  const context = createCommandContext(() => readConfiguration(environment))
  const program = new Command('pictoglyph')
    .description('Image hosting with an upload API, and a four-symbol text cipher service.')
    .option('-V, --version', 'print the version and its commit')
    .on('option:version', () => {
      print(versionAndCommit())
      throw new CommanderError(0, 'commander.version', 'the version was asked for')
    })
    .showHelpAfterError('Add --help for what there is.')
  for (const command of await loadCommands(commands, context, name)) program.addCommand(command)
  program.addCommand(completionCommand(program))
  addExamples(program, serverExamples)
  throwUsageErrors(program)
  return program
}
