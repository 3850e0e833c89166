import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { startProcess } from '../services/service-process.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

/** Lines with which nginx keeps bodies in a folder, in place of its own, in which only root and its user may write. */
export const foldersIn = (directory: string): string =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join('\n')

/** nginx with the configuration that is shipped, but for its ports and certificates, before a site of its own. */
export async function openBehindNginx(program: string, { hasTls = false } = {}) {
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
  const plainPort = await freePort()
  const shipped = (await Bun.file(join(import.meta.dir, '../../deploy/nginx.conf')).text())
    .replaceAll(/^ *listen \[::\]:.*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
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
  const log = join(directory, 'nginx.log')
  // Started by root, it would keep bodies as another user, who has no way into the folder.
  const worker = process.getuid?.() === 0 ? 'user root;\n' : ''
  const path = join(directory, 'nginx.conf')
  await mkdir(join(directory, 'logs'))
  await writeFile(
    path,
    `${worker}daemon off;\npid ${directory}/pid;\nevents {}\nhttp {\naccess_log off;\n${foldersIn(directory)}\n${servers}}\n`,
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
  return { ask, port, plainPort, site, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function makeCertificate(directory: string): Promise<void> {
  const files = ['-keyout', join(directory, 'privkey.pem'), '-out', join(directory, 'fullchain.pem')]
  const made = Bun.spawn(
    ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=test', ...files],
    { stdout: 'ignore', stderr: 'ignore' },
  )
  if ((await made.exited) !== 0) throw new Error('openssl made no certificate')
}
