import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { findFolders } from '../upload/local-image.ts'

interface McpOptions {
  url?: string
  root: string[]
}

/** `mcp`: the tools of this program for coding agents, over standard input and output. */
export function mcpCommand(context: CommandContext): Command[] {
  return [
    new Command('mcp')
      .description(
        'Serves coding agents by the Model Context Protocol, over standard input and output: they upload and find images of the folders that you name, encode and decode. The key is PICTOGLYPH_KEY.',
      )
      .option('--url <address>', 'base address of the image service (default: PICTOGLYPH_IMAGES_URL)')
      .option('--root <dir...>', 'the only folders that images are read from', ['.'])
      .option('--json', 'tell a failure to start as JSON')
      .action((options: McpOptions) => serveTools(context, options)),
  ]
}

/** Ends when the agent closes standard input. */
async function serveTools(context: CommandContext, { url, root }: McpOptions): Promise<void> {
  const { clientKey, services } = context.configuration()
  const folders = await findFolders(root)
  // Only this command needs the protocol, which takes longer to load than the others take to run.
  const { createToolServer } = await import('../mcp/tool-server.ts')
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const server = createToolServer({ imagesUrl: url ?? services.images.url, key: clientKey, folders })
  await server.connect(new StdioServerTransport())
}
