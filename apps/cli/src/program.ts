import { Command, CommanderError } from 'commander'
import { type CommandLoaders, fillProgram } from 'pictoglyph-client/fill-program'
import { peopleCommands } from 'pictoglyph-client/people-commands'
import { type CommandContext, createCommandContext } from './command-context.ts'
import { readConfiguration } from './configuration.ts'

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
  charset: async () => (await import('./commands/charset.ts')).charsetCommands,
  preset: async () => (await import('./commands/preset.ts')).presetCommands,
  ...peopleCommands,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  fsck: async () => (await import('./commands/fsck.ts')).fsckCommand,
  gc: async () => (await import('./commands/gc.ts')).gcCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
}

/**
 * The `pictoglyph` command, with only the subcommands that `words` need. Parsing throws `commander.version` if the
 * version is requested.
 */
export async function createProgram(
  environment: Readonly<Record<string, string | undefined>>,
  words: readonly string[] = [],
): Promise<Command> {
  const context = createCommandContext(() => readConfiguration(environment))
  const program = new Command('pictoglyph')
    .description('Image hosting with an upload API, and a four-symbol text cipher service.')
    .option('-V, --version', 'print the version and its commit')
    .on('option:version', () => {
      throw new CommanderError(0, 'commander.version', 'the version was asked for')
    })
    .showHelpAfterError('Add --help for what there is.')
  const examples = async () => (await import('./help-examples.ts')).serverExamples
  await fillProgram(program, words, { loaders: commands, context, examples })
  return program
}
