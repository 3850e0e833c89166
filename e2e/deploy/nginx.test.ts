import { expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/http/test/free-port'
import { startProcess } from '../services/service-process.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { findNginx } from './nginx-program.ts'

/** nginx with the configuration that is shipped, but for its ports and TLS, before a site of its own. */
async function openBehindNginx(program: string) {
  await using opened = new AsyncDisposableStack()
  const directory = opened.use(await temporaryDirectory()).path
  const proxies = { PICTOGLYPH_TRUSTED_PROXIES: '127.0.0.1/32' }
  const site = opened.use(
    await startSite({
      dataDirectory: join(directory, 'data'),
      services: 'images,text',
      environment: proxies,
    }),
  )
  const port = await freePort()
  const shipped = await Bun.file(join(import.meta.dir, '../../deploy/nginx.conf')).text()
  const servers = shipped
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:8080', new URL(site.urls.images).host)
    .replaceAll('127.0.0.1:8081', new URL(site.urls.text).host)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join('\n')
  const log = join(directory, 'nginx.log')
  const path = join(directory, 'nginx.conf')
  await mkdir(join(directory, 'logs'))
  await writeFile(
    path,
    `daemon off;\npid ${directory}/pid;\nevents {}\nhttp {\naccess_log off;\n${folders}\n${servers}}\n`,
  )
  const command = [program, '-e', 'stderr', '-p', directory, '-c', path]
  const running = opened.use(startProcess({ name: 'nginx', command, log }))
  const ask = (name: 'img' | 'text', rest: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, Host: `${name}.example.org` }
    return fetch(`http://127.0.0.1:${port}${rest}`, { ...init, headers })
  }
  await running.whenReady(async () => (await ask('text', '/readyz')).ok)
  const held = opened.move()
  return { ask, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

// `left-out.ts` says so where it is missing.
const nginx = findNginx()
if (nginx !== null) {
  test('behind nginx a text that is too long by far is refused by the service, in words that programs read', async () => {
    await using site = await openBehindNginx(nginx)
    const answer = await site.ask('text', '/api/public/encrypt', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(4_000_000), charsetId: 'roar', algorithmId: 'classic' }),
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
  })

  test('behind nginx a file is refused by the service too, whatever its size', async () => {
    await using site = await openBehindNginx(nginx)
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(4_000_000)]), 'x.png')
    const answer = await site.ask('img', '/api/v1/upload', { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED' } })
  })
}
