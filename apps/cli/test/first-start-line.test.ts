import { afterAll, beforeAll, expect } from 'bun:test'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { testWith } from '@pictoglyph/web/test/test-with'
import { uploadLine } from '../src/serve/first-start-message.ts'
import { cleanEnvironment, type RunningCommand, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dir, '../../..')
const photograph = join(root, 'examples/photograph.jpg')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let server: RunningCommand
let apiKey = ''
let imagesUrl = ''

beforeAll(async () => {
  folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: join(folder.path, 'data'),
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
  }
  server = startPictoglyph(variables, ['serve'])
  apiKey = await server.printed(/API key +(pgl_\w+)/)
  imagesUrl = await server.printed(/images +(http\S+)\//)
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Runs a line as a person does who pastes it; the answer's status and what else was printed. */
async function runLine(line: string): Promise<{ code: number; body: unknown }> {
  const child = Bun.spawn(['sh', '-c', `${line} --silent`], {
    env: cleanEnvironment({}),
    cwd: folder.path,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const [text, code] = await Promise.all([new Response(child.stdout).text(), child.exited])
  return { code, body: text === '' ? undefined : JSON.parse(text) }
}

const hostile = [
  'plain',
  'my site',
  'Größe 测试',
  ' before and after ',
  '$HOME and $(touch made)',
  '`touch made`',
  'it\'s "quoted"',
  'a;type=text;b,c',
  'back\\slash\\',
  '!history & | > made * ? [a] {b} ~ #',
  '100%20',
  '@and<',
  'two\nlines',
]

for (const name of hostile) {
  testWith('curl')(
    `the line uploads a file in a folder named ${JSON.stringify(name)}, and does nothing else`,
    async () => {
      const directory = join(folder.path, 'hostile', name)
      await mkdir(directory, { recursive: true })
      const file = join(directory, 'photograph.jpg')
      await cp(photograph, file)
      const line = uploadLine({ apiKey, categoryId: 'general', file, imagesUrl })
      expect(await runLine(line)).toMatchObject({ code: 0, body: { ok: true, data: { type: 'image/jpeg' } } })
      expect(await Bun.file(join(folder.path, 'made')).exists()).toBe(false)
    },
  )
}

testWith('curl')(
  'from a folder with a space and an umlaut, the line of the first start works as it is printed',
  async () => {
    const checkout = join(folder.path, 'Meine Größen; (neu)')
    await cp(join(root, 'apps/cli'), join(checkout, 'apps/cli'), { recursive: true })
    await cp(join(root, 'examples'), join(checkout, 'examples'), { recursive: true })
    await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'))
    const variables = { PICTOGLYPH_DATA_DIR: join(checkout, 'data'), PICTOGLYPH_SERVICES: 'images' }
    const port = { PICTOGLYPH_IMAGES_PORT: '0' }
    const binary = join(checkout, 'apps/cli/bin/pictoglyph')
    await using copy = startPictoglyph({ ...variables, ...port }, ['serve'], binary)
    const line = await copy.printed(/^ *(curl .*)$/m)
    await copy.printed(/images +(http)/)
    expect(line).toContain('Größen')
    expect(await runLine(line)).toMatchObject({ code: 0, body: { ok: true, data: { type: 'image/jpeg' } } })
  },
)
