/** What there is to compare with: the same bytes to a file, hashed, synced and renamed, and served back. */
import { closeSync, fsync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const [directory = '.', served = ''] = process.argv.slice(2)
const sync = promisify(fsync)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/served/:name': (request) => new Response(Bun.file(join(served, request.params.name))),
    '/upload': {
      async POST(request) {
        const path = join(directory, `${crypto.randomUUID()}.part`)
        const hasher = new Bun.CryptoHasher('sha256')
        const descriptor = openSync(path, 'wx')
        for await (const chunk of request.body ?? []) {
          hasher.update(chunk)
          writeSync(descriptor, chunk)
        }
        await sync(descriptor)
        closeSync(descriptor)
        renameSync(path, join(directory, hasher.digest('hex')))
        return Response.json({ ok: true })
      },
    },
  },
})
console.log(server.url.href)
