import { expect, test } from 'bun:test'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startPictoglyph } from './command.ts'
import { createVisitor } from './console-visitor.ts'
import { serveNewSite } from './served-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('the log has the cause of a readiness that fails, down to what the system said', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
  }
  await using server = startPictoglyph(variables, ['serve'])
  const address = await server.printed(/images +(http\S+)/)
  await rm(join(folder.path, 'blobs'), { recursive: true })
  const answer = await fetch(new URL('readyz', address))
  expect([answer.status, (await answer.json()).error.message]).toEqual([503, 'Not ready: blobs.'])
  expect(await server.logged('not ready')).toMatchObject({
    service: 'images',
    part: 'blobs',
    error: { cause: { message: expect.stringContaining('ENOENT') } },
  })
})

test('a process that reads the database and does not start is named by readiness, the log and the page', async () => {
  await using folder = await temporaryFolder()
  const runtime = join(folder.path, 'bun')
  await copyFile(process.execPath, runtime)
  await using site = await serveNewSite(
    { PICTOGLYPH_SERVICES: 'images,console', PICTOGLYPH_CONSOLE_URL: 'http://localhost:9' },
    [runtime, join(import.meta.dir, '../src/main.ts')],
  )
  const { userName, password } = site.credentials
  const visitor = createVisitor(site.serving.console)
  await visitor.post('sign-in', { csrf: await visitor.token('sign-in'), name: userName, password })
  expect((await visitor.get('images')).status).toBe(200)
  const ready = () => fetch(new URL('readyz', site.serving.images))
  expect((await ready()).status).toBe(200)

  await rm(runtime)
  for (const pid of await childrenOf(site.server.pid)) process.kill(pid, 'SIGKILL')
  for (;;) {
    const answer = await ready()
    if (answer.status === 200) continue
    expect((await answer.json()).error.message).toBe('Not ready: database (reader).')
    break
  }
  const { error } = (await site.server.logged('not ready')) as { error: { message: string; cause: object } }
  expect(error.message).toStartWith('The process that reads the database of this site does not work')
  expect(error.cause).toMatchObject({ message: "The process that reads the database can't start." })
  for (const [language, words] of [
    ['en', 'The process that reads the database of this site does not work'],
    ['zh-CN', '本站读取数据库的进程暂时无法工作，请稍后再试。'],
  ] as const) {
    const page = await visitor.get('images', { 'Accept-Language': language })
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining(words)])
  }
}, 30_000)

/** The processes that a process has started. */
async function childrenOf(parent: number): Promise<number[]> {
  const threads = await readdir(`/proc/${parent}/task`)
  const lists = threads.map((thread) => readFile(`/proc/${parent}/task/${thread}/children`, 'utf8'))
  return (await Promise.all(lists)).join(' ').split(/\s+/).filter(Boolean).map(Number)
}
