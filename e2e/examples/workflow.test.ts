import { expect } from 'bun:test'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { testWith } from '@pictoglyph/web/test/test-with'
import { z } from 'zod'
import { runCommand } from '../clients/run-command.ts'
import { fetchBytes, openWorkFolder, pngOf } from '../clients/work-folder.ts'

const step = z.object({
  name: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
})
const workflow = z.object({ jobs: z.object({ screenshot: z.object({ steps: z.array(step) }) }) })

async function stepsNamed(...names: string[]) {
  const file = join(import.meta.dir, '../../examples/screenshot-comment.yml')
  const { steps } = workflow.parse(Bun.YAML.parse(await Bun.file(file).text())).jobs.screenshot
  return names.map((name) => step.parse(steps.find((each) => each.name === name)))
}

testWith('curl')(
  'the workflow uploads the screenshot and comments it, and stops where it is refused',
  async () => {
    await using site = await openSite()
    await using folder = await openWorkFolder()
    await folder.write('screenshot.png', pngOf(3))
    // It stands for GitHub's program: it prints what it would comment.
    await chmod(await folder.write('gh', '#!/bin/sh\nprintf "%s\\n" "$@"\n'), 0o755)
    const output = await folder.write('output', '')
    const [upload, comment] = await stepsNamed('Upload it', 'Comment it')
    const run = (one: z.output<typeof step> | undefined, values: Record<string, string>) => {
      const variables = Object.entries(one?.env ?? {}).map(([name, written]) => {
        const expression = /^\$\{\{ (.+) \}\}$/.exec(written)?.[1] ?? ''
        return [name, values[expression] ?? `no ${expression}`]
      })
      return runCommand(['bash', '-eo', 'pipefail', '-c', one?.run ?? 'exit 9'], {
        cwd: folder.path,
        path: `${folder.path}:${process.env.PATH}`,
        variables: {
          ...Object.fromEntries(variables),
          NUMBER: '7',
          GITHUB_OUTPUT: output,
          GITHUB_RUN_ID: '1',
          GITHUB_RUN_ATTEMPT: '1',
        },
      })
    }
    const key = await site.createKey({ defaultCategoryId: site.categoryId })
    const settings = { 'vars.PICTOGLYPH_URL': site.url, 'secrets.PICTOGLYPH_KEY': key }
    expect(await run(upload, settings)).toMatchObject({ exitCode: 0, stderr: '' })
    const picture = (await Bun.file(output).text()).trimEnd().replace(/^picture=/, '')
    const { stdout } = await run(comment, { 'github.token': 't', 'steps.upload.outputs.picture': picture })
    expect(stdout).toBe(`pr\ncomment\n7\n--body\n${picture}\n`)
    const [, link = ''] = /^\[!\[Pull request 7\]\(([^)]+)\)\]\(/.exec(picture) ?? []
    expect(await fetchBytes(link)).toEqual(pngOf(3))

    const refused = await run(upload, { ...settings, 'secrets.PICTOGLYPH_KEY': 'pgl_wrong' })
    expect(refused.exitCode).not.toBe(0)
    expect(refused.stdout).toContain('UNAUTHORIZED')
  },
)
