import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { createCommandContext } from './command-context.ts'
import { accessCommands } from './commands/access.ts'
import { albumCommands } from './commands/album.ts'
import { backupCommand } from './commands/backup.ts'
import { categoryCommands } from './commands/category.ts'
import { charsetCommands } from './commands/charset.ts'
import { cipherCommands } from './commands/cipher.ts'
import { clientCommand } from './commands/client.ts'
import { fsckCommand } from './commands/fsck.ts'
import { gcCommand } from './commands/gc.ts'
import { imageCommands } from './commands/image.ts'
import { keyCommands } from './commands/key.ts'
import { linkCommands } from './commands/link.ts'
import { mcpCommand } from './commands/mcp.ts'
import { migrateCommand } from './commands/migrate.ts'
import { policyCommands } from './commands/policy.ts'
import { presetCommands } from './commands/preset.ts'
import { rehostCommand } from './commands/rehost.ts'
import { restoreCommand } from './commands/restore.ts'
import { serveCommand } from './commands/serve.ts'
import { uploadCommand } from './commands/upload.ts'
import { userCommands } from './commands/user.ts'
import { readConfiguration } from './configuration.ts'

/** The `pictoglyph` command with everything it can do. */
export function createProgram(environment: Readonly<Record<string, string | undefined>>): Command {
  const context = createCommandContext(() => readConfiguration(environment))
  const program = new Command('pictoglyph')
    .description('Image hosting with an upload API, and a four-symbol text cipher service.')
    .version(packageJson.version)
    .showHelpAfterError('Add --help for what there is.')
  const parts = [
    serveCommand,
    userCommands,
    keyCommands,
    categoryCommands,
    albumCommands,
    imageCommands,
    linkCommands,
    policyCommands,
    accessCommands,
    charsetCommands,
    presetCommands,
    cipherCommands,
    uploadCommand,
    rehostCommand,
    clientCommand,
    mcpCommand,
    fsckCommand,
    gcCommand,
    backupCommand,
    restoreCommand,
    migrateCommand,
  ]
  for (const part of parts) for (const command of part(context)) program.addCommand(command)
  throwUsageErrors(program)
  return program
}

/** Usage errors are printed, then thrown. With `--json` the caller prints them. */
function throwUsageErrors(command: Command): void {
  command.exitOverride()
  command.configureOutput({
    writeErr: (text) => {
      if (!wantsJson()) process.stderr.write(text)
    },
  })
  for (const part of command.commands) throwUsageErrors(part)
}

/** Looked for by itself, since what is wrong may be that the other words can't be read. */
export function wantsJson(): boolean {
  return process.argv.includes('--json')
}
