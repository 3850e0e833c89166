import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type CommandResult, runCommand } from '../clients/run-command.ts'
import { codeBlocks, document, root } from '../house/markdown.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

const picture = join(root, 'examples/photograph.jpg')

/** The simplest uploads, each with what a generator makes of the descriptions of a running site. */
const programs = {
  'openapi-fetch': `
import { openAsBlob } from 'node:fs'
import createClient from 'openapi-fetch'
import type { components, paths } from './images.js'
import type { paths as TextPaths } from './text.js'

const [images = '', text = '', key = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl: images, headers: { Authorization: \`Bearer \${key}\` } })
const { data, error } = await client.POST('/api/v1/upload', {
  // openapi-typescript has no type for bytes.
  body: { file: (await openAsBlob(${JSON.stringify(picture)})) as unknown as string, categoryId: 'general' },
  bodySerializer(body) {
    const form = new FormData()
    for (const [name, value] of Object.entries(body)) form.append(name, value)
    return form
  },
})
if (error !== undefined) throw new Error(error.error.message)
if (data.data.kind !== 'image') throw new Error('a verdict')
const image: components['schemas']['UploadResult'] = data.data
console.log(image.url)

const ciphers = createClient<TextPaths>({ baseUrl: text })
const encrypted = await ciphers.POST('/api/public/encrypt', {
  body: { text: 'Hello', charsetId: 'roar', algorithmId: 'classic' },
})
if (encrypted.error !== undefined) throw new Error(encrypted.error.error.code)
const decrypted = await ciphers.POST('/api/public/decrypt', { body: { cipher: encrypted.data.data.cipher } })
if (decrypted.error !== undefined) throw new Error(decrypted.error.error.code)
if (decrypted.data.data.needKey) throw new Error(decrypted.data.data.algoHint)
console.log(decrypted.data.data.text)
`,
  'hey-api': `
import { openAsBlob } from 'node:fs'
import { client } from './hey-images/client.gen.js'
import { uploadImage, type UploadResult } from './hey-images/index.js'
import { client as textClient } from './hey-text/client.gen.js'
import { decrypt, encrypt } from './hey-text/index.js'

const [images = '', text = '', key = ''] = process.argv.slice(2)
client.setConfig({ baseUrl: images, auth: key })
const { data } = await uploadImage({
  body: { file: await openAsBlob(${JSON.stringify(picture)}), categoryId: 'general' },
  throwOnError: true,
})
if (data.data.kind !== 'image') throw new Error('a verdict')
const image: UploadResult = data.data
console.log(image.url)

textClient.setConfig({ baseUrl: text })
const encrypted = await encrypt({
  body: { text: 'Hello', charsetId: 'roar', algorithmId: 'classic' },
  throwOnError: true,
})
const decrypted = await decrypt({ body: { cipher: encrypted.data.data.cipher }, throwOnError: true })
if (decrypted.data.data.needKey) throw new Error(decrypted.data.data.algoHint)
console.log(decrypted.data.data.text)
`,
  orval: `
import { openAsBlob } from 'node:fs'
import { uploadImage, type UploadResult } from './orval-images.js'
import { decrypt, encrypt } from './orval-text.js'

const key = process.argv[4] ?? ''
const { data, status } = await uploadImage(
  { file: await openAsBlob(${JSON.stringify(picture)}), categoryId: 'general' },
  {},
  { headers: { Authorization: \`Bearer \${key}\` } },
)
if (status !== 200) throw new Error(data.error.message)
if (data.data.kind !== 'image') throw new Error('a verdict')
const image: UploadResult = data.data
console.log(image.url)

const encrypted = await encrypt({ text: 'Hello', charsetId: 'roar', algorithmId: 'classic' })
if (encrypted.status !== 200) throw new Error(encrypted.data.error.code)
const decrypted = await decrypt({ cipher: encrypted.data.data.cipher })
if (decrypted.status !== 200) throw new Error(decrypted.data.error.code)
if (decrypted.data.data.needKey) throw new Error(decrypted.data.data.algoHint)
console.log(decrypted.data.data.text)
`,
}

const compilerOptions = {
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
}

// They need npm's registry: `npm run test:generators`.
if (process.env.PICTOGLYPH_TEST_GENERATORS === '1') {
  const cleanup = new AsyncDisposableStack()
  let folder = ''
  let site: RunningSite
  const tool = (name: string, ...words: string[]) =>
    runCommand([join(folder, 'node_modules/.bin', name), ...words], { cwd: folder })
  const node = (...words: string[]) => runCommand(['node', ...words], { cwd: folder })

  beforeAll(async () => {
    const directory = cleanup.use(await temporaryDirectory())
    folder = join(directory.path, 'project')
    await mkdir(folder)
    for (const name of ['package.json', 'package-lock.json']) {
      await cp(join(import.meta.dir, name), join(folder, name))
    }
    await requireSuccess(runCommand(['npm', 'ci', '--ignore-scripts', '--no-audit'], { cwd: folder }))
    const dataDirectory = join(directory.path, 'data')
    site = cleanup.use(await startSite({ dataDirectory, services: 'images,text' }))
    for (const service of ['images', 'text'] as const) {
      const description = await fetch(`${site.urls[service]}/openapi.json`)
      await Bun.write(join(folder, `${service}.json`), await description.text())
    }
  }, 240_000)
  afterAll(() => cleanup.disposeAsync(), 60_000)

  const generate: Record<keyof typeof programs, (service: 'images' | 'text') => Promise<CommandResult>> = {
    'openapi-fetch': (service) => tool('openapi-typescript', `${service}.json`, '-o', `${service}.ts`),
    'hey-api': (service) =>
      tool('openapi-ts', '-i', `${service}.json`, '-o', `hey-${service}`, '--no-log-file'),
    orval: async (service) => {
      const output = { target: `./orval-${service}.ts`, client: 'fetch', baseUrl: site.urls[service] }
      const config = JSON.stringify({ site: { input: { target: `./${service}.json` }, output } })
      await Bun.write(join(folder, `orval-${service}.cjs`), `module.exports = ${config}\n`)
      return tool('orval', '--config', `./orval-${service}.cjs`)
    },
  }

  for (const [name, program] of Object.entries(programs)) {
    test(`the simplest program with ${name} compiles strictly, uploads, and reads a cipher`, async () => {
      for (const service of ['images', 'text'] as const) {
        await requireSuccess(generate[name as keyof typeof programs](service))
      }
      await Bun.write(join(folder, `${name}.mts`), program)
      await Bun.write(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: [`${name}.mts`] }),
      )
      await requireSuccess(node('node_modules/typescript/bin/tsc', '-p', '.'))
      const key = site.credentials?.apiKey ?? ''
      const ran = await node(`${name}.mjs`, site.urls.images, site.urls.text, key)
      expect(ran).toMatchObject({ stderr: '', exitCode: 0 })
      expect(ran.stdout).toMatch(/^http:\/\/\S+\/i\/\w+\.jpg\nHello\n$/)
    }, 120_000)
  }

  test('the libraries compile with TypeScript 5.2, their types checked too, and take bytes as they come', async () => {
    await requireSuccess(
      runCommand([process.execPath, join(root, 'deploy/libraries.ts'), join(folder, 'packed')]),
    )
    const programsOfReadmes = await Promise.all(
      ['client', 'codec'].map(async (library) => {
        const unpacked = join(folder, 'node_modules/@pictoglyph', library)
        await mkdir(unpacked, { recursive: true })
        const [archive = ''] = await Array.fromAsync(
          new Bun.Glob(`pictoglyph-${library}-library-*.tgz`).scan(join(folder, 'packed')),
        )
        const words = ['-xzf', join(folder, 'packed', archive), '-C', unpacked, '--strip-components=1']
        await requireSuccess(runCommand(['tar', ...words]))
        const { dependencies = {} } = await Bun.file(join(unpacked, 'package.json')).json()
        for (const name of Object.keys(dependencies)) {
          await cp(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true })
        }
        const readme = await document(`packages/${library}/README.md`)
        return codeBlocks(readme).find(({ language }) => language === 'ts')?.code ?? ''
      }),
    )
    const bytes = `
import { readFileSync } from 'node:fs'
import { createImagesClient } from '@pictoglyph/client'
const bytes: Uint8Array = readFileSync('picture.jpg')
const dryRun: boolean = bytes.length > 1
const images = createImagesClient({ baseUrl: 'http://localhost:8080', key: 'pgl_x' })
const answer = await images.upload(bytes, { dryRun })
console.log('accepted' in answer ? answer.problems : answer.formats.thumbnailLinked)
`
    const files = await Promise.all(
      [...programsOfReadmes, bytes].map(async (program, index) => {
        await Bun.write(join(folder, `oldest-${index}.mts`), program)
        return `oldest-${index}.mts`
      }),
    )
    await Bun.write(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes: true }, files }),
    )
    await requireSuccess(node('node_modules/typescript-5.2/bin/tsc', '-p', '.', '--noEmit'))
  }, 120_000)
}

async function requireSuccess(running: Promise<CommandResult>): Promise<void> {
  expect(await running).toMatchObject({ exitCode: 0 })
}
