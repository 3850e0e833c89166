import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { shellWord } from '@pictoglyph/site/client-kit/shell-command'
import { testWith } from '@pictoglyph/web/test/test-with'
import { openFaultyFront } from '../site/faulty-front.ts'
import { cleanEnvironment } from '../site/run-pictoglyph.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { type CodeBlock, codeBlocks, document, root } from './markdown.ts'

/** The addresses that the documents use: those of a first start. */
const shown = { images: 'http://localhost:8080', text: 'http://localhost:8081' }
const guides = [
  'README.md',
  'README.zh-CN.md',
  'docs/guide/newcomers.md',
  'docs/guide/client.md',
  'docs/guide/languages.md',
  'docs/guide/visitors.md',
  'docs/guide/guests.md',
  'docs/guide/uploading.md',
  'docs/guide/text.md',
  'docs/guide/documents.md',
  'docs/guide/agents.md',
]

/** A new site and a folder with this repository's files, as a reader of one document has them. */
interface ReadersSite extends AsyncDisposable {
  /** Where its images service is. */
  readonly imagesUrl: string
  run(command: readonly string[], input: string): Promise<string>
}

async function openReadersSite(): Promise<ReadersSite> {
  await using cleanup = new AsyncDisposableStack()
  const dataDirectory = cleanup.use(await temporaryDirectory()).path
  const folder = cleanup.use(await temporaryDirectory()).path
  for (const name of await readdir(root)) await symlink(join(root, name), join(folder, name))
  const environment = { PICTOGLYPH_IMAGES_URL: shown.images }
  const site = cleanup.use(await startSite({ dataDirectory, services: 'images,text', environment }))
  const variables = { PICTOGLYPH_DATA_DIR: dataDirectory, PICTOGLYPH_IMAGES_URL: site.urls.images }
  const opened = cleanup.move()
  return {
    imagesUrl: site.urls.images,
    run: (command, input) => run(folder, command, fitted(input, site), variables),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** An example as a reader would try it here: with an address and a key that work. */
function fitted(code: string, { urls, credentials }: RunningSite): string {
  return code
    .replaceAll(shown.images, urls.images)
    .replaceAll(shown.text, urls.text)
    .replaceAll('pgl_…', credentials?.apiKey ?? '')
    .replaceAll('npx pictoglyph-client', () => shellWord(join(root, 'apps/people/bin/pictoglyph-client.js')))
    .replaceAll('npx pictoglyph', () => shellWord(join(root, 'apps/cli/bin/pictoglyph')))
}

async function run(
  cwd: string,
  command: readonly string[],
  input: string,
  variables: Record<string, string>,
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd,
    env: cleanEnvironment(variables),
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${input}\nended with ${code}:\n${out}${err}`)
  return out
}

/** An answer as it can be compared: under the id that the document made up, without the time that it took. */
function comparable(answer: string, example: string): unknown {
  const id = /"id": ?"(\w{14})"/
  const [ownId, shownId] = [id.exec(answer)?.[1], id.exec(example)?.[1]]
  const text = ownId && shownId ? answer.replaceAll(ownId, shownId) : answer
  return JSON.parse(text, withoutTimes)
}

/** What an example says that an answer holds. A text that ends with … is the beginning of one. */
function expected(example: string): object {
  return JSON.parse(example, (name, value) => {
    if (typeof value !== 'string' || !value.endsWith('…')) return withoutTimes(name, value)
    return expect.stringMatching(new RegExp(`^${RegExp.escape(value.slice(0, -1))}`))
  })
}

const withoutTimes = (name: string, value: unknown): unknown => (name === 'durationMs' ? typeof value : value)

const setsUp = ({ code }: CodeBlock): boolean => code.startsWith('npm ')

/** Programs that read one from standard input; Java's reads files only. */
const interpreters = {
  php: ['php'],
  ruby: ['ruby', '-'],
  java: ['sh', '-c', 'folder=$(mktemp -d) && cat > "$folder/Upload.java" && exec java "$folder/Upload.java"'],
} as const

/** Values that earlier examples of a document set. */
const assignmentsIn = (blocks: readonly CodeBlock[]): string[] =>
  blocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => code.match(/^[A-Z]+=.*$/gm) ?? [])

for (const path of guides) {
  const blocks = codeBlocks(await document(path)).filter((block) => !setsUp(block))
  describe(path, () => {
    let site: ReadersSite
    beforeAll(async () => {
      site = await openReadersSite()
    })
    afterAll(() => site[Symbol.asyncDispose]())

    for (const [index, { language, code, heading }] of blocks.entries()) {
      const next = blocks[index + 1]
      const answer = next?.language === 'json' ? next.code : undefined
      if (language === 'sh') {
        const lines = [...assignmentsIn(blocks.slice(0, index)), code].join('\n')
        const testIt = /\bcurl /.test(lines) ? testWith('curl') : test
        testIt(`${heading}: ${code.split('\n', 1)[0]}`, async () => {
          const out = await site.run(['bash', '-eu'], lines)
          const [given, told] = answer === undefined ? [{}, {}] : [comparable(out, answer), expected(answer)]
          expect(given).toMatchObject(told)
        })
      }
      if (language === 'ts') {
        test(`${heading}: the program in TypeScript prints what it should`, async () => {
          expect(await site.run([process.execPath, 'run', '-'], code)).not.toBe('')
        })
      }
      if (language === 'php' || language === 'ruby' || language === 'java') {
        testWith(language)(
          `${heading}: the program prints a link`,
          async () => {
            expect(await site.run(interpreters[language], code)).toContain('/i/')
          },
          30_000,
        )
      }
      if (language === 'python' && path !== 'docs/guide/visitors.md') {
        testWith('python3')(`${heading}: the program in Python prints what it should`, async () => {
          expect(await site.run(['python3', '-'], code)).not.toBe('')
        })
        testWith('python3')(
          `${heading}: the program in Python sends again what was hung up on or answered by a proxy`,
          async () => {
            await using front = await openFaultyFront(site.imagesUrl)
            const throughFront = code.replaceAll(shown.images, front.url)
            expect(await site.run(['python3', '-'], throughFront)).not.toBe('')
            expect(front.connections()).toBe(3)
          },
        )
      }
    }
  })
}
