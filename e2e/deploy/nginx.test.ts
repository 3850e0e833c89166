import { expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/http/test/free-port'
import { startProcess } from '../services/service-process.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { findNginx } from './nginx-program.ts'

/** nginx with the configuration that is shipped, but for its ports and certificates, before a site of its own. */
async function openBehindNginx(program: string, { hasTls = false } = {}) {
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
  if (hasTls) await makeCertificate(directory)
  const withCertificate = hasTls
    ? shipped
        .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+/g, directory)
        .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    : shipped
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replaceAll('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
  const servers = withCertificate
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
    const tls = { rejectUnauthorized: false }
    return fetch(`${hasTls ? 'https' : 'http'}://127.0.0.1:${port}${rest}`, { ...init, headers, tls })
  }
  await running.whenReady(async () => (await ask('text', '/readyz')).ok)
  const held = opened.move()
  return { ask, port, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function makeCertificate(directory: string): Promise<void> {
  const files = ['-keyout', join(directory, 'privkey.pem'), '-out', join(directory, 'fullchain.pem')]
  const made = Bun.spawn(
    ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test', ...files],
    { stdout: 'ignore', stderr: 'ignore' },
  )
  if ((await made.exited) !== 0) throw new Error('openssl made no certificate')
}

/** Whether a client that speaks one version of TLS alone is answered. It offers every cipher, old ones too. */
async function speaks(port: number, version: string): Promise<boolean> {
  const client = Bun.spawn(
    ['openssl', 's_client', `-${version}`, '-cipher', 'ALL:@SECLEVEL=0', '-connect', `127.0.0.1:${port}`],
    { stdin: new Blob([]), stdout: 'ignore', stderr: 'ignore' },
  )
  return (await client.exited) === 0
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

  test('nginx as it is shipped speaks TLS 1.2 and 1.3, and nothing older', async () => {
    await using site = await openBehindNginx(nginx, { hasTls: true })
    const versions = ['tls1', 'tls1_1', 'tls1_2', 'tls1_3']
    const spoken = await Promise.all(versions.map((version) => speaks(site.port, version)))
    expect(spoken).toEqual([false, false, true, true])
  })
}
