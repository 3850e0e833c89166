import { expect, test } from 'bun:test'
import { join, relative } from 'node:path'
import { run } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dir, '../../..')

/** The modules that a command loads on a site, with those of packages. */
async function modulesOf(variables: Record<string, string>, words: string[]): Promise<string[]> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'modules')
  const preload = `--preload=${join(import.meta.dir, 'note-modules.ts')}`
  const program = [process.execPath, preload, join(import.meta.dir, '../src/main.ts')]
  const { code, err } = await run([...program, ...words], { ...variables, MODULES_FILE: file })
  expect([words, code, err]).toEqual([words, 0, ''])
  return (await Bun.file(file).text()).split('\n').map((path) => relative(root, path))
}

test('a command on rows loads few modules, and only its own of the commands', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  for (const [most, ...words] of [
    [150, 'policy', 'set', 'upload.maxBytes', '5MB'],
    [160, 'category', 'list'],
  ] as const) {
    const modules = await modulesOf(variables, [...words])
    console.log(`${words.join(' ')} loads ${modules.length} modules.`)
    expect(modules.length).toBeLessThanOrEqual(most)
    const commands = modules.filter((path) => /^apps\/(?:cli|people)\/src\/commands\//.test(path))
    expect(commands).toEqual([`apps/cli/src/commands/${words[0]}.ts`])
  }
}, 30_000)
