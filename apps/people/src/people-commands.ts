import type { CommandLoaders } from './fill-program.ts'
import type { PeopleContext } from './people-context.ts'

const cipher = async () => (await import('./commands/cipher.ts')).cipherCommands

/** The commands that people run on their own machine. */
export const peopleCommands: CommandLoaders<PeopleContext> = {
  upload: async () => (await import('./commands/upload.ts')).uploadCommand,
  rehost: async () => (await import('./commands/rehost.ts')).rehostCommand,
  client: async () => (await import('./commands/client.ts')).clientCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  encode: cipher,
  decode: cipher,
}
