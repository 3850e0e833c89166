import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { makeBaseImages } from './base-images.ts'
import { buildah, run, startInContainer } from './buildah.ts'
import { firstLine } from './first-line.ts'

const root = join(import.meta.dir, '../..')
const image = 'localhost/pictoglyph-test'
const maxMegabytes = 250

// It takes minutes, and root on Debian: `npm run test:image`.
if (process.env.PICTOGLYPH_TEST_IMAGE === '1') {
  test('the image is built, small, starts without rights as its own user, and takes an upload', async () => {
    await makeBaseImages()
    await buildah(['bud', '--pull=never', '--layers=false', '-f', 'deploy/Dockerfile', '-t', image, root])
    const size = await buildah(['images', '--format', '{{.Size}}', image])
    const [, megabytes] = /^([\d.]+) MB$/.exec(size) ?? []
    console.log(`The image takes ${size}.`)
    expect(Number(megabytes)).toBeLessThan(maxMegabytes)

    const container = await buildah(['from', '--pull=never', image])
    try {
      await tryContainer(container)
    } finally {
      await buildah(['rm', container])
      await buildah(['rmi', '--force', image])
    }
  }, 900_000)
}

async function tryContainer(container: string): Promise<void> {
  const [images, text, testConsole] = [await freePort(), await freePort(), await freePort()]
  const ports = [
    `PICTOGLYPH_IMAGES_PORT=${images}`,
    `PICTOGLYPH_TEXT_PORT=${text}`,
    `PICTOGLYPH_CONSOLE_PORT=${testConsole}`,
  ]
  const settings = ports.flatMap((port) => ['--env', port])
  const user = await buildah(['inspect', '--format', '{{.OCIv1.Config.User}}', container])
  expect(user).toBe('pictoglyph')
  const contents = await buildah([
    'run',
    container,
    '--',
    'sh',
    '-c',
    'ls /app; ls -a /app/deploy; command -v node npm || true',
  ])
  for (const absent of ['node\n', 'npm\n', '.env\n', 'e2e\n', 'data\n'])
    expect(`${contents}\n`).not.toContain(`\n${absent}`)

  await using server = startInContainer([
    '--user',
    user,
    ...settings,
    container,
    '--',
    'tini',
    '--',
    'pictoglyph',
    'serve',
    '--json',
  ])
  const started = await firstLine(server.stdout)
  const { categoryId, file } = JSON.parse(started)
  const credentials = await buildah(['run', '--user', user, container, '--', 'cat', file])
  const [apiKey = ''] = /pgl_\w+/.exec(credentials) ?? []
  expect(apiKey).not.toBe('')
  expect(started).not.toContain(apiKey)
  for (const port of [images, text, testConsole]) {
    expect(await readiness(port)).toBe(200)
  }
  const health = ['run', '--user', user, ...settings, container, '--', 'bun', '/app/deploy/healthcheck.ts']
  await buildah(health)

  const form = new FormData()
  form.set('categoryId', categoryId)
  form.set('file', Bun.file(join(root, 'examples/photograph.jpg')))
  const headers = { Authorization: `Bearer ${apiKey}` }
  const answer = await fetch(`http://127.0.0.1:${images}/api/v1/upload`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(answer.status).toBe(200)
  const { data } = await answer.json()
  const link = await fetch(`http://127.0.0.1:${images}${new URL(data.url).pathname}`)
  expect(link.headers.get('content-type')).toBe('image/jpeg')
  const decodes = `await (await import('sharp')).default('/app/examples/photograph.jpg').metadata()`
  const inAdapters = ['sh', '-c', `cd /app/packages/renditions && bun -e "${decodes}"`]
  await buildah(['run', '--user', user, container, '--', ...inAdapters])

  // buildah hands no signal on: the server's own process gets it.
  const pid = (await run(['pgrep', '-n', '-u', '10001', '-f', 'main.ts serve'])).trim()
  process.kill(Number(pid), 'SIGTERM')
  expect(await server.exited).toBe(0)
}

/** The status of `/readyz` once the port answers, within half a minute. */
async function readiness(port: number): Promise<number> {
  for (const deadlineMs = performance.now() + 30_000; ; await Bun.sleep(50)) {
    try {
      return (await fetch(`http://127.0.0.1:${port}/readyz`)).status
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
    }
  }
}
