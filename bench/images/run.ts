/**
 * Uploads and direct links of 200 kB, 16 connections, the server on one processor and the load on the other,
 * beside a bare handler that does the least that could be called the same. `bun bench/images/run.ts`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contest } from '../load/contest.ts'
import { startPinnedServer } from '../load/pinned-server.ts'
import { runWrk } from '../load/wrk.ts'
import { photograph } from './photograph.ts'

const connections = 16
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 4)
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')

const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-bench-'))
try {
  await run()
} finally {
  await rm(directory, { recursive: true })
}

async function run(): Promise<void> {
  const jpeg = await photograph()
  const servedFile = join(directory, 'served.jpg')
  await Bun.write(servedFile, jpeg)
  await using ours = await startPinnedServer(
    [process.execPath, command, 'serve', '--json'],
    {
      PICTOGLYPH_DATA_DIR: join(directory, 'site'),
      PICTOGLYPH_FACES: 'images',
      PICTOGLYPH_IMAGES_PORT: '0',
    },
    /"images":"(http:[^"]+)"/,
  )
  await using bare = await startPinnedServer([
    process.execPath,
    join(import.meta.dir, 'bare-server.ts'),
    directory,
    servedFile,
  ])
  const apiKey = /"apiKey":"(\w+)"/.exec(ours.preface)?.[1] ?? ''

  const form = new FormData()
  form.set('categoryId', 'general')
  form.set('file', new File([new Uint8Array(jpeg)], 'photograph.jpg', { type: 'image/jpeg' }))
  const body = new Response(form)
  const contentType = body.headers.get('content-type') ?? ''
  const formBytes = Buffer.from(await body.arrayBuffer())
  const formFile = join(directory, 'form.bin')
  await Bun.write(formFile, formBytes)

  // First, because the thumbnails of what is uploaded are made when it is quiet.
  const uploaded = await fetch(`${ours.url}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': contentType },
    body: formBytes,
  })
  const { data } = (await uploaded.json()) as { data: { url: string } }
  const link = `${ours.url}${new URL(data.url).pathname}`
  for (const url of [link, `${bare.url}/served`]) {
    if (!Buffer.from(await (await fetch(url)).arrayBuffer()).equals(jpeg))
      throw new Error(`${url} gives other bytes`)
  }
  const downloads = (name: string, url: string) => ({
    name,
    async measure() {
      const result = await runWrk({ url, connections, seconds })
      if (result.errors > 0) throw new Error(`${name}: ${result.errors} downloads failed`)
      return result.requestsPerSecond
    },
  })
  await contest(
    `direct link of ${jpeg.length} B`,
    downloads('pictoglyph', link),
    downloads('bare', `${bare.url}/served`),
    rounds,
  )

  const stampAt = formBytes.indexOf(jpeg) + 100_000
  let load = 0

  const uploads = (name: string, url: string) => ({
    name,
    async measure() {
      load += 1
      const prefix = String(load).padStart(6, '0')
      const script = [
        join(import.meta.dir, 'uploads.lua'),
        formFile,
        String(stampAt),
        contentType,
        `Bearer ${apiKey}`,
        prefix,
      ] as const
      const result = await runWrk({ url, connections, seconds, script })
      if (result.errors > 0) throw new Error(`${name}: ${result.errors} uploads failed`)
      return result.requestsPerSecond
    },
  })
  await contest(
    `upload of ${jpeg.length} B, ${connections} connections, all different bytes`,
    uploads('pictoglyph', `${ours.url}/api/v1/upload`),
    uploads('bare', `${bare.url}/upload`),
    rounds,
  )
}
