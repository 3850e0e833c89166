/**
 * Uploads of photographs with metadata, each server on one processor and the load on the other, next to what a developer
 * writes in a few lines: Express with multer, and fastify with its multipart, on Node. They are installed for the run.
 * A folder of EasyImages that takes uploads by its API is served by PHP with four workers. None of them waits for the
 * disk, looks into the file or keeps a row.
 * `bun bench/images/peers.ts [rounds] [seconds a round] [folder of EasyImages]`
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { makeBenchDirectory } from '../load/bench-directory.ts'
import { contest } from '../load/contest.ts'
import { type PinnedServer, startPinnedServer } from '../load/pinned-server.ts'
import { startImagesServer } from './images-server.ts'
import { photograph } from './photographs.ts'
import { uploadForm } from './upload-form.ts'
import { nextToStopped, uploadLoad, warmUp } from './upload-load.ts'

const rounds = Number(process.argv[2] ?? 9)
const seconds = Number(process.argv[3] ?? 4)
const easyImages = process.argv[4]
const warmUpUploads = { pictoglyph: 30_000, peer: 5_000 }

const packages = ['express@5', 'multer@2', 'fastify@5', '@fastify/multipart@9']
const programs = {
  express: `
import express from 'express'
import multer from 'multer'
const upload = multer({ dest: process.argv[2] })
const app = express()
app.post('/upload', upload.single('file'), (request, response) => response.json({ name: request.file.filename }))
const server = app.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
`,
  fastify: `
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
const app = fastify()
await app.register(multipart)
app.post('/upload', async (request) => {
  const { file } = await request.file()
  const name = randomUUID()
  await pipeline(file, createWriteStream(join(process.argv[2], name)))
  return { name }
})
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
`,
}

await using temporary = await makeBenchDirectory()
const directory = temporary.path
await run()

async function run(): Promise<void> {
  await using ours = await startImagesServer(join(directory, 'site'))
  const kind = { withMetadata: true, pixelBytes: 150_000 }
  const [small, picture] = [await photograph({ ...kind, pixelBytes: 10_000 }), await photograph(kind)]
  const to = { name: 'pictoglyph', server: ours, url: `${ours.url}/api/v1/upload`, apiKey: ours.apiKey }
  const common = { directory, seconds }
  await warmUp(
    await uploadLoad({ ...common, ...to, form: await uploadForm(small) }),
    warmUpUploads.pictoglyph,
    seconds,
  )
  const form = await uploadForm(picture)
  for await (const { name, server, path, fields, isClosing = false } of startPeers()) {
    await using peer = server
    const of = { ...common, name, isClosing, server: peer, url: peer.url + path }
    const load = async (jpeg: Uint8Array) =>
      nextToStopped(ours, await uploadLoad({ ...of, form: await uploadForm(jpeg, fields) }))
    await warmUp(await load(small), warmUpUploads.peer, seconds)
    const title = `upload of ${form.fileBytes.length} B with metadata, beside ${name}`
    await contest(title, await uploadLoad({ ...common, ...to, form }), await load(picture), rounds)
  }
}

interface Peer {
  name: string
  server: PinnedServer
  path: string
  fields?: Parameters<typeof uploadForm>[1]
  isClosing?: boolean
}

/** Each begins when it is asked for. */
async function* startPeers(): AsyncGenerator<Peer> {
  const folder = join(directory, 'peers')
  await mkdir(folder)
  await Bun.$`npm install --prefix ${folder} --no-audit --no-fund ${packages}`.quiet()
  for (const [name, program] of Object.entries(programs)) {
    const files = join(folder, `${name}-files`)
    await mkdir(files)
    await Bun.write(join(folder, `${name}.mjs`), program)
    const server = await startPinnedServer(['node', join(folder, `${name}.mjs`), files])
    yield { name, server, path: '/upload' }
  }
  if (easyImages === undefined) return
  const keys = await Bun.file(join(easyImages, 'config/api_key.php')).text()
  const token = /'(\w{32})'\s*=>/.exec(keys)?.[1] ?? ''
  yield {
    name: 'easyimages',
    server: await startPhp(easyImages),
    path: '/api/index.php',
    fields: { file: 'image', others: { token } },
    isClosing: true,
  }
}

/** PHP's own server, whose workers outlive it. */
async function startPhp(root: string): Promise<PinnedServer> {
  const serve = `exec php -S 127.0.0.1:${await freePort()} -t "$1" 2>&1`
  const server = await startPinnedServer(
    ['sh', '-c', serve, 'sh', root],
    { PHP_CLI_SERVER_WORKERS: '4' },
    /(http:[\d./:]+)/,
  )
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await Bun.$`pkill -P ${server.pid}`.quiet().nothrow()
      await server[Symbol.asyncDispose]()
    },
  }
}
