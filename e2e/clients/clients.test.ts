import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { freePort } from '@pictoglyph/web/test/free-port'
import { openBehindNginx } from '../deploy/behind-nginx.ts'
import { findNginx } from '../deploy/nginx-program.ts'
import { startProcess } from '../services/service-process.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { runCommand } from './run-command.ts'

const python = '/usr/bin/python3'
const java = (...jars: string[]) => ['java', '-cp', jars.map((jar) => `/usr/share/java/${jar}.jar`).join(':')]

/** HTTP clients that are given a body, by the command that runs each; all but npm's come with Debian. */
const senders: Record<string, string[]> = {
  'senders/urllib-request.py': [python],
  'senders/http-client.py': [python],
  'senders/httplib2-client.py': [python],
  'senders/requests-client.py': [python],
  'senders/tornado-client.py': [python],
  'senders/http-tiny.pl': ['perl'],
  'senders/lwp.pl': ['perl'],
  'senders/net-http.rb': ['ruby'],
  'senders/streams.php': ['php'],
  'senders/curl.php': ['php'],
  'senders/symfony.php': ['php'],
  'senders/socket.lua': ['lua5.3'],
  'senders/JavaHttp.java': ['java'],
  'senders/undici-fetch.mjs': ['node'],
  'senders/node-http.mjs': ['node'],
  'from-npm/wreck.mjs': ['node'],
  'from-npm/undici.mjs': ['node'],
}

/** Those that write the form themselves, each in a way that is common and not what the standard says. */
const forms: Record<string, string[]> = {
  'forms/requests-form.py': [python],
  'forms/httpx-form.py': [python],
  'forms/aiohttp-form.py': [python],
  'forms/soup.py': [python],
  'forms/qt.py': [python],
  'forms/guzzle.php': ['php'],
  'forms/multipart-post.rb': ['ruby'],
  'forms/tiny-multipart.pl': ['perl'],
  'forms/OkHttp.java': java('okhttp', 'okio'),
  'forms/Apache.java': java('httpclient5', 'httpcore5', 'httpcore5-h2', 'slf4j-api', 'slf4j-nop'),
  'forms/multipart.go': [],
  'forms/form-data.mjs': ['node'],
  'from-npm/superagent.mjs': ['node'],
}

const overHttp2: Record<string, string[]> = {
  'senders/JavaHttp.java': ['java'],
  'senders/node-http2.mjs': ['node'],
  'from-npm/undici.mjs': ['node'],
  'forms/httpx-form.py': [python],
  'forms/qt.py': [python],
  'forms/multipart.go': [],
}

const title = 'Grace "Amazing" Hopper 😀'
const fileName = 'a "b" ; c.jpg'

// They need packages of Debian and npm: `npm run test:clients`.
if (process.env.PICTOGLYPH_TEST_CLIENTS === '1') {
  const cleanup = new AsyncDisposableStack()
  let folder = ''
  let site: RunningSite
  let plain: Awaited<ReturnType<typeof startPlainNginx>>
  let shipped: Awaited<ReturnType<typeof openBehindNginx>>

  beforeAll(async () => {
    folder = cleanup.use(await temporaryDirectory()).path
    await cp(join(import.meta.dir, 'from-npm'), join(folder, 'from-npm'), { recursive: true })
    const install = ['npm', 'ci', '--ignore-scripts', '--no-audit']
    expect(await runCommand(install, { cwd: join(folder, 'from-npm') })).toMatchObject({ exitCode: 0 })
    const build = [
      'go',
      'build',
      '-o',
      join(folder, 'multipart'),
      join(import.meta.dir, 'forms/multipart.go'),
    ]
    expect(await runCommand(build, { variables: { GOFLAGS: '-p=2' } })).toMatchObject({ exitCode: 0 })
    site = cleanup.use(
      await startSite({
        dataDirectory: join(folder, 'data'),
        environment: { PICTOGLYPH_TRUSTED_PROXIES: '127.0.0.1/32' },
      }),
    )
    const directory = cleanup.use(await temporaryDirectory())
    plain = cleanup.use(await startPlainNginx(directory.path, site.urls.images))
    shipped = cleanup.use(await openBehindNginx(findNginx() ?? '', { hasTls: true }))
    for (const bytes of sizes) await writeFile(bodyPath(bytes), formOf(bytes))
  }, 240_000)
  afterAll(() => cleanup.disposeAsync(), 60_000)

  const sizes = [300_000, 8_000_000]
  const bodyPath = (bytes: number) => join(folder, `body-${bytes}`)

  /** What a client prints: the status and the body of the answer. */
  async function send(client: string, command: string[], base: string, key: string, path: string) {
    const script = join(client.startsWith('from-npm') ? folder : import.meta.dir, client)
    const program = client.endsWith('.go') ? [join(folder, 'multipart')] : [...command, script]
    const words = client in forms ? [title, fileName] : []
    const { stdout, stderr } = await runCommand([...program, `${base}/api/v1/upload`, key, path, ...words])
    return `${stdout}${stderr}`
  }

  /** The doors to the site, by what stands in between. */
  const doors = {
    directly: () => site.urls.images,
    'through nginx with its defaults': () => plain.url,
    'over HTTP/2 through nginx as it is shipped': () => `https://127.0.0.1:${shipped.port}`,
  }

  const ways = [
    ...Object.entries({ ...senders, ...forms }).flatMap(([client, command]) => [
      { client, command, way: 'directly' as const },
      { client, command, way: 'through nginx with its defaults' as const },
    ]),
    ...Object.entries(overHttp2).map(([client, command]) => ({
      client,
      command,
      way: 'over HTTP/2 through nginx as it is shipped' as const,
    })),
  ]
  test.each(ways)(
    'a refusal reaches $client $way',
    async ({ client, command, way }) => {
      for (const bytes of sizes) {
        const said = await send(client, command, doors[way](), 'pgl_wrong', bodyPath(bytes))
        expect(said).toMatch(/^401 .*"code":"UNAUTHORIZED"/)
      }
    },
    60_000,
  )

  test.each(Object.keys(forms))(
    'a form is read as %s writes it',
    async (client) => {
      // Another picture for each: a duplicate would be answered with the title of the first.
      const path = join(folder, 'picture.png')
      await writeFile(path, pngOf(Object.keys(forms).indexOf(client)))
      const said = await send(client, forms[client]!, site.urls.images, site.credentials!.apiKey, path)
      expect(said).toMatch(/^200 /)
      const { formats } = JSON.parse(said.slice('200 '.length)).data
      expect(formats.html).toContain('alt="Grace &quot;Amazing&quot; Hopper 😀"')
    },
    60_000,
  )
}

function formOf(bytes: number): Uint8Array {
  const body = Buffer.alloc(bytes, 'x')
  body.write('--frontier\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
  body.write('\r\n--frontier--\r\n', bytes - 16)
  return body
}

/** nginx before a service, with nothing set but what takes the bodies of the test. */
async function startPlainNginx(directory: string, target: string) {
  const program = findNginx()
  if (program === null) throw new Error('nginx is missing')
  const port = await freePort()
  const path = join(directory, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join('\n')
  await mkdir(join(directory, 'logs'))
  await writeFile(
    path,
    `user root; daemon off; pid ${directory}/pid; events {} http { access_log off; ${temporary}
      client_max_body_size 50m;
      server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } } }`,
  )
  const running = startProcess({
    name: 'nginx',
    command: [program, '-e', 'stderr', '-p', directory, '-c', path],
    log: join(directory, 'nginx.log'),
  })
  const url = `http://127.0.0.1:${port}`
  await running.whenReady(async () => (await fetch(`${url}/readyz`)).ok)
  return { url, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}
