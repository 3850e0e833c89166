import { expect, test } from 'bun:test'
import { symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import {
  clientConfigurations,
  findClientConfiguration,
} from '@pictoglyph/site/client-kit/client-configurations'
import { fetchBytes, openWorkFolder, pngOf } from './work-folder.ts'

const require = createRequire(import.meta.url)

/** What PicGo prints when it uploads a file with our configuration for one of its plugins. */
async function uploadByPicGo(
  site: SiteFixture,
  { name, key, categoryId, colour }: { name: string; key: string; categoryId: string | null; colour: number },
): Promise<string> {
  await using folder = await openWorkFolder()
  const all = clientConfigurations({ imagesUrl: site.url, key, categoryId })
  const configuration = findClientConfiguration(all, name)
  if (configuration === undefined) throw new Error(`there is no configuration for ${name}`)
  const configPath = await folder.write(configuration.fileName, configuration.content)
  // PicGo looks for its plugins beside its configuration, and only for those that a package.json there names.
  const plugins = { 'picgo-plugin-web-uploader': '1.1.1', 'picgo-plugin-lankong': '1.1.3' }
  await folder.write('package.json', JSON.stringify({ dependencies: plugins }))
  await symlink(join(import.meta.dir, '../../node_modules'), join(folder.path, 'node_modules'))
  const file = await folder.write('picture.png', pngOf(colour))
  const picGo = join(dirname(require.resolve('picgo/package.json')), 'bin/picgo')
  await using program = Bun.spawn(['node', picGo, '-c', configPath, 'upload', file], {
    cwd: folder.path,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  return await outcomeIn(program.stdout)
}

/** What PicGo prints until the upload has succeeded or failed. It ends eight seconds later, with its connection. */
async function outcomeIn(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let printed = ''
  for await (const chunk of output) {
    printed += decoder.decode(chunk, { stream: true })
    if (/\[PicGo (SUCCESS|ERROR)\][^\n]*\n[^\n]*\n/.test(printed)) break
  }
  return printed
}

/** PicGo exits with 0 even if it has failed, so that only a link on its output tells. */
function linkIn(output: string): string {
  const link = /https?:\/\/\S+\/i\/\S+/.exec(output)?.[0]
  if (link === undefined) throw new Error(`PicGo printed no link:\n${output}`)
  return link
}

test.concurrent('PicGo with web-uploader uploads with our configuration, and its link works', async () => {
  await using site = await openSite()
  const output = await uploadByPicGo(site, {
    name: 'picgo-web-uploader',
    key: site.apiKey,
    categoryId: site.categoryId,
    colour: 1,
  })
  expect(await fetchBytes(linkIn(output))).toEqual(pngOf(1))
}, 30_000)

test.concurrent('PicGo with lankong uploads with our configuration and a Lsky key, and its link works', async () => {
  await using site = await openSite()
  const key = await site.createKey({ clientKind: 'lsky', defaultCategoryId: site.categoryId })
  const output = await uploadByPicGo(site, { name: 'picgo-lankong', key, categoryId: null, colour: 2 })
  expect(await fetchBytes(linkIn(output))).toEqual(pngOf(2))
}, 30_000)

test.concurrent('PicGo with lankong prints no link when the service refuses', async () => {
  await using site = await openSite()
  const key = await site.createKey({ clientKind: 'lsky' })
  const output = await uploadByPicGo(site, { name: 'picgo-lankong', key, categoryId: null, colour: 3 })
  expect(output).toContain('[PicGo ERROR]')
  expect(output).not.toContain('/i/')
  expect((await site.kept()).images).toBe(0)
}, 30_000)
