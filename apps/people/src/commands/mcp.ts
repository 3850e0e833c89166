import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { Command } from 'commander'
import type { PeopleContext } from '../people-context.ts'
import { findFolders } from '../upload/local-image.ts'

interface McpOptions {
  url?: string
  root: string[]
}

/** `mcp`: the tools of this program for coding agents, over standard input and output. */
export function mcpCommand(context: PeopleContext): Command[] {
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

/** Serves the tools until the agent closes standard input. */
async function serveTools(context: PeopleContext, { url, root }: McpOptions): Promise<void> {
  const settings = context.settings()
  const imagesUrl = url ?? settings.imagesUrl
  if (!/^https?:$/.test(URL.parse(imagesUrl)?.protocol ?? '')) {
    throw badRequest(
      message('{imagesUrl} is not an http or https address: write it as https://img.example.org.', {
        imagesUrl,
      }),
    )
  }
  const folders = await findFolders(root)
  // Loads the tools only for this command.
  const { createToolServer, serveStandardInput } = await import('../mcp/tool-server.ts')
  await serveStandardInput(createToolServer({ imagesUrl, key: settings.key, folders }))
}
