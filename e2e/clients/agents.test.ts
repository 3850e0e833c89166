import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { z } from 'zod'
import { codeBlocks, document, root } from '../house/markdown.ts'
import { cleanEnvironment } from '../site/run-pictoglyph.ts'
import { fetchBytes, openWorkFolder, pngOf } from './work-folder.ts'

/** What an agent starts, in the words of any of them. */
const started = z.object({
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
})
const configuration = z.union([
  z.object({ mcpServers: z.object({ pictoglyph: started }) }).transform((all) => all.mcpServers.pictoglyph),
  z.object({ servers: z.object({ pictoglyph: started }) }).transform((all) => all.servers.pictoglyph),
  z.object({ mcp_servers: z.object({ pictoglyph: started }) }).transform((all) => all.mcp_servers.pictoglyph),
])
const answer = z.object({ structuredContent: z.object({ url: z.string() }) })

const shown = codeBlocks(await document('docs/guide/agents.md')).filter(({ language }) =>
  ['json', 'toml'].includes(language),
)

test('the guide shows a configuration for three families of agents', () => {
  expect(shown.map(({ language }) => language)).toEqual(['toml', 'json', 'json'])
})

test.each(shown)(
  'the command starts from $language in the guide and uploads a picture',
  async ({ language, code }) => {
    await using site = await openSite()
    await using folder = await openWorkFolder()
    const key = await site.createKey({ defaultCategoryId: site.categoryId })
    const fitted = code
      .replaceAll('"pictoglyph-client"', JSON.stringify(join(root, 'apps/people/bin/pictoglyph-client.js')))
      .replaceAll('/home/me/project', folder.path)
      .replaceAll('http://localhost:8080', site.url)
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what VS Code asks for
      .replaceAll('${input:pictoglyph-key}', key)
      .replaceAll('pgl_…', key)
    const { command, args, env } = configuration.parse(
      language === 'toml' ? Bun.TOML.parse(fitted) : JSON.parse(fitted),
    )
    await folder.write('picture.png', pngOf(7))
    const agent = new Client({ name: 'test', version: '1' })
    await agent.connect(new StdioClientTransport({ command, args, env: cleanEnvironment(env), cwd: '/' }))
    const uploaded = await agent.callTool({ name: 'upload_image', arguments: { path: 'picture.png' } })
    expect(await fetchBytes(answer.parse(uploaded).structuredContent.url)).toEqual(pngOf(7))
    await agent.close()
  },
)

test('the guide has every tool, and no other', async () => {
  const agent = new Client({ name: 'test', version: '1' })
  const command = join(root, 'apps/cli/bin/pictoglyph')
  await agent.connect(new StdioClientTransport({ command, args: ['mcp'], env: cleanEnvironment({}) }))
  const { tools } = await agent.listTools()
  const { text } = await document('docs/guide/agents.md')
  const told = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(told).toEqual(tools.map(({ name }) => name))
  await agent.close()
})
