import type { Command } from 'commander'
import { cipherCommands } from './commands/cipher.ts'
import { clientCommand } from './commands/client.ts'
import { mcpCommand } from './commands/mcp.ts'
import { rehostCommand } from './commands/rehost.ts'
import { uploadCommand } from './commands/upload.ts'
import type { PeopleContext } from './people-context.ts'

/** The commands that people run on their own machine, in the order of the help. */
export function peopleCommands(context: PeopleContext): Command[] {
  return [
    ...uploadCommand(context),
    ...rehostCommand(context),
    ...clientCommand(context),
    ...mcpCommand(context),
    ...cipherCommands(context),
  ]
}
