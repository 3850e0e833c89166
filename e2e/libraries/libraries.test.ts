import { afterAll, describe, expect, test } from 'bun:test'
import { codeBlocks, document } from '../house/markdown.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { openStrangersProject } from './strangers-project.ts'

const project = await openStrangersProject()
afterAll(() => project[Symbol.asyncDispose]())

async function exampleOf(library: string): Promise<string> {
  const readme = await document(`packages/${library}/README.md`)
  return codeBlocks(readme).find(({ language }) => language === 'ts')?.code ?? ''
}

describe.each(['codec', 'client'])('the library %s', (library) => {
  test('is packed with the types of each module, a licence and a page that explains it', async () => {
    const files = await project.filesOf(library)
    const modules = files.filter((name) => name.endsWith('.js'))
    const expected = modules.flatMap((name) => [name, name.replace(/\.js$/, '.d.ts')])
    expect(modules).toContain('index.js')
    expect(files.toSorted()).toEqual([...expected, 'LICENSE', 'README.md', 'package.json'].toSorted())
  })

  test('may be published, and depends on what it does here, in the same versions', async () => {
    const here = await Bun.file(`${import.meta.dir}/../../packages/${library}/package.json`).json()
    const { name, version, dependencies } = here
    const manifest = await project.manifestOf(library)
    expect(manifest).toMatchObject({ name, version, license: 'MIT', ...(dependencies && { dependencies }) })
    expect(manifest).not.toHaveProperty('private')
  })

  test('has types that refuse a wrong program', async () => {
    const wrong = `import { notThere } from '@pictoglyph/${library}'\nconsole.log(notThere)\n`
    expect((await project.compile(wrong)).stdout).toContain("has no exported member 'notThere'")
  }, 30_000)
})

test('the example of the codec runs in a project of its own, in Node', async () => {
  expect(await project.compile(await exampleOf('codec'))).toMatchObject({ stdout: '', exitCode: 0 })
  expect(await project.run()).toEqual({ stdout: 'AESGCM 你好\n', stderr: '', exitCode: 0 })
}, 30_000)

test('the example of the client runs in a project of its own, in Node, against a site', async () => {
  await using data = await temporaryDirectory()
  await using site = await startSite({ dataDirectory: data.path, services: 'images,text' })
  const example = (await exampleOf('client'))
    .replace('http://localhost:8080', site.urls.images)
    .replace('http://localhost:8081', site.urls.text)
    .replace('pgl_…', site.credentials?.apiKey ?? '')
  expect(await project.compile(example)).toMatchObject({ stdout: '', exitCode: 0 })
  const ran = await project.run()
  expect(ran).toMatchObject({ stderr: '', exitCode: 0 })
  expect(ran.stdout).toMatch(/^!\[\]\(http:\/\/\S+\/i\/\w+\.jpg\)\n你好\n$/)
}, 30_000)
