import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { postUpload } from '@pictoglyph/images/test/post-upload'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { findUser } from '@pictoglyph/site/accounts/users'
import { addAlbum, findOwnAlbum, setAlbumPublic, setAlbumRandomLink } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { startQuirkyStore } from '../../../packages/stores/test/quirky-store.ts'
import { consoleRoutes } from '../../console/src/console-routes.ts'
import { readConfiguration } from '../src/configuration.ts'
import { openSite } from '../src/open-site.ts'
import { pictoglyph } from './command.ts'
import { serveNewSite } from './served-site.ts'

const imagesName = 'http://xn--wcso9o.example'
const names = {
  PICTOGLYPH_IMAGES_URL: 'http://图床.example',
  PICTOGLYPH_TEXT_URL: 'http://bücher.example/密/',
  PICTOGLYPH_CONSOLE_URL: 'http://konsole.bücher.example',
}

const site = await serveNewSite(names)
afterAll(() => site[Symbol.asyncDispose]())

/** The head of an answer as it comes over the wire, a byte a character. */
function headOf(base: string, path: string, head = 'GET', lines: readonly string[] = []): Promise<string> {
  const { hostname, port } = new URL(base)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(Number(port), hostname)
  socket.setEncoding('latin1')
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('close', () => resolve(answer.split('\r\n\r\n')[0] ?? ''))
  socket.on('error', reject)
  socket.write(
    [`${head} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines, '', ''].join('\r\n'),
  )
  return promise
}

const isAscii = (head: string) => /^[\x20-\x7e\r\n]+$/.test(head)
const statusOf = (head: string) => Number(head.split(' ')[1])
const locationOf = (head: string) => /^location: (.*?)\r?$/im.exec(head)?.[1]

/** An image with a permanent link, in a public album that offers a random image. */
async function furnish() {
  const { apiKey: key, categoryId, userName } = site.credentials
  const title = '图床 ü "a"'
  const url = site.serving.images.replace(/\/$/, '')
  await using opened = await openSite(readConfiguration(site.variables))
  const user = await findUser(opened.ports, userName)
  const album = await addAlbum(opened.ports, commandActor, user.id, 'Bücher 图')
  const fields = { categoryId, title, albumId: album.id }
  const { data } = (await postUpload(url, { key, file: pngFile(1), fields })).body
  await setAlbumPublic(opened.ports, commandActor, await findOwnAlbum(opened.ports, user.id, album.id), true)
  const shown = await findOwnAlbum(opened.ports, user.id, album.id)
  await setAlbumRandomLink(opened.ports, commandActor, shown, true)
  const { code, err } = await pictoglyph({ ...site.variables, PICTOGLYPH_IMAGES_URL: '' }, [
    'link',
    'set',
    'map',
    data.id,
  ])
  if (code !== 0) throw new Error(err)
  return { data, token: shown.publicToken ?? '' }
}

test('under an international name every redirect leads somewhere, in ASCII', async () => {
  const { data, token } = await furnish()
  expect(data.url).toBe(`${imagesName}/i/${data.id}.png`)
  expect(data.pageUrl).toBe(`${imagesName}/p/${data.id}`)
  const direct = [
    `/l/map`,
    `/a/${token}/random`,
    `/a/${token}/random?size=thumbnail`,
    `/i/${data.id}/thumbnail`,
  ]
  for (const path of direct) {
    const head = await headOf(site.serving.images, path)
    expect([path, statusOf(head), locationOf(head), isAscii(head)]).toEqual([path, 302, data.url, true])
  }
  for (const path of [
    '/',
    '/docs',
    '/openapi.json',
    `/p/${data.id}`,
    `/a/${token}`,
    `/i/${data.id}`,
    '/图',
  ]) {
    const head = await headOf(site.serving.images, path)
    expect([path, statusOf(head) < 500, isAscii(head)]).toEqual([path, true, true])
  }
  for (const path of ['/', '/docs', '/openapi.json', '/robots.txt', '/%E5%9B%BE']) {
    const head = await headOf(site.serving.text, path)
    expect([path, statusOf(head) < 500, isAscii(head)]).toEqual([path, true, true])
  }
})

test('whatever stands in a path or a field of the console, its answers are ASCII', async () => {
  for (const { method, path } of consoleRoutes) {
    for (const word of ['ü', '%C3%BC', '%E5%9B%BE', '%25%E5%9B%BE']) {
      const target = `${path.replaceAll(/:\w+/g, word)}?return=/${word}&q=${word}`
      const head = await headOf(site.serving.console, Buffer.from(target).toString('latin1'), method, [
        'Origin: http://konsole.xn--bcher-kva.example',
        'Content-Length: 0',
      ])
      expect([method, target, statusOf(head) < 500, isAscii(head)]).toEqual([method, target, true, true])
    }
  }
}, 60_000)

test('who signs in at the international name of the console is let in', async () => {
  const base = site.serving.console
  const origin = 'http://konsole.xn--bcher-kva.example'
  const page = await fetch(`${base}sign-in`)
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await page.text()) ?? []
  const cookie = page.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { userName: name, password } = site.credentials
  const answer = await fetch(`${base}sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin, Cookie: cookie },
    body: new URLSearchParams({ csrf, name, password, return: '/images' }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/images'])
  const session = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const gallery = await fetch(`${base}images`, { headers: { Cookie: session } })
  expect(gallery.headers.get('content-security-policy')).toContain(`${imagesName};`)
})

test('a direct link leads to the international name of a store', async () => {
  await using store = await startQuirkyStore(({ query }) =>
    query.has('list-type') ? [403, 'AccessDenied'] : undefined,
  )
  const parameters = new URLSearchParams({ endpoint: store.url, publicUrl: 'http://图床.example/ü' })
  await using served = await serveNewSite({
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_BLOBS_URL: `s3://bucket/图?${parameters}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  const { apiKey: key, categoryId } = served.credentials
  const url = served.serving.images.replace(/\/$/, '')
  const { data } = (await postUpload(url, { key, file: pngFile(1), fields: { categoryId } })).body
  const head = await headOf(url, `/i/${data.id}`)
  expect([statusOf(head), isAscii(head)]).toEqual([302, true])
  expect(locationOf(head)).toStartWith('http://xn--wcso9o.example/%C3%BC/%E5%9B%BE/')
  expect((await headOf(url, `/p/${data.id}`)).toLowerCase()).toContain('http://xn--wcso9o.example')
}, 30_000)
