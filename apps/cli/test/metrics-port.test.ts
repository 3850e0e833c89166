import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createVisitor } from '@pictoglyph/console/test/visitor'
import { freePort } from '@pictoglyph/web/test/free-port'
import { pictoglyph, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const photograph = Bun.file(join(import.meta.dir, '../../../examples/photograph.jpg'))
const token = 'a-token-of-the-scraper'

/** Variables of a replica: images and text on ports of their own, no console, and a port for the metrics. */
async function replica(folder: string): Promise<Record<string, string>> {
  return {
    PICTOGLYPH_DATA_DIR: folder,
    PICTOGLYPH_SERVICES: 'images,text',
    PICTOGLYPH_IMAGES_PORT: String(await freePort()),
    PICTOGLYPH_TEXT_PORT: String(await freePort()),
    PICTOGLYPH_METRICS_PORT: String(await freePort()),
    PICTOGLYPH_METRICS_TOKEN: token,
  }
}

test.each(['1', '2'])(
  '%s process(es) without a console tell what they served on a port of its own',
  async (processes) => {
    await using directory = await temporaryFolder()
    const variables = { ...(await replica(directory.path)), PICTOGLYPH_PROCESSES: processes }
    await using server = startPictoglyph(variables, ['serve', '--json'])
    const { apiKey, categoryId } = JSON.parse(await server.printed(/^(\{"userName".*\})$/m))
    const { serving } = JSON.parse(await server.printed(/^(\{"serving".*\})$/m))
    for (let sent = 0; sent < 3; sent++) {
      const form = new FormData()
      form.set('categoryId', categoryId)
      form.set('file', photograph)
      const headers = { authorization: `Bearer ${apiKey}` }
      await (await fetch(`${serving.images}api/v1/upload`, { method: 'POST', headers, body: form })).text()
    }

    const ask = (headers: Record<string, string> = {}) => fetch(`${serving.metrics}metrics`, { headers })
    const counted = (await (await ask()).text()).matchAll(/^pictoglyph_uploads_total\{.*\} (\d+)$/gm)
    expect([...counted].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(3)
    const elsewhere = { host: 'replica-1', 'x-forwarded-for': '203.0.113.7' }
    expect((await ask(elsewhere)).status).toBe(404)
    expect((await ask({ ...elsewhere, authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await fetch(`${serving.metrics}api/v1/upload`)).status).toBe(404)
  },
  30_000,
)

test('a port for the metrics that is another service’s, or taken, is refused by its name', async () => {
  await using directory = await temporaryFolder()
  const variables = await replica(directory.path)
  const shared = { ...variables, PICTOGLYPH_METRICS_PORT: variables.PICTOGLYPH_TEXT_PORT! }
  const clash = await pictoglyph(shared, ['serve'])
  expect([clash.code, clash.err]).toEqual([
    expect.any(Number),
    expect.stringContaining('PICTOGLYPH_METRICS_PORT: must not be'),
  ])
  await using taken = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const held = await pictoglyph({ ...variables, PICTOGLYPH_METRICS_PORT: String(taken.port) }, ['serve'])
  expect(held.code).not.toBe(0)
  expect(held.err).toContain('set PICTOGLYPH_METRICS_PORT to another port')
}, 30_000)

test.each([
  ['images,text,console', false],
  ['console', true],
])(
  'the recent errors of a console beside %s say whether others have theirs: %p',
  async (services, isSaid) => {
    await using directory = await temporaryFolder()
    const variables = {
      PICTOGLYPH_DATA_DIR: directory.path,
      PICTOGLYPH_SERVICES: services,
      ...{ PICTOGLYPH_IMAGES_PORT: '0', PICTOGLYPH_TEXT_PORT: '0', PICTOGLYPH_CONSOLE_PORT: '0' },
    }
    await using server = startPictoglyph(variables, ['serve', '--json'])
    const { password } = JSON.parse(await server.printed(/^(\{"userName".*\})$/m))
    const { serving } = JSON.parse(await server.printed(/^(\{"serving".*\})$/m))
    const visitor = createVisitor({ url: `http://localhost:${new URL(serving.console).port}` })
    await visitor.signIn('admin', password)
    const next = 'a password of its own'
    await visitor.post('/account/password', { current: password, password: next, again: next })
    const page = await (await visitor.get('/overview')).text()
    expect(page).toContain('Recent errors')
    expect(page.includes('Only those of this process')).toBe(isSaid)
  },
  30_000,
)
